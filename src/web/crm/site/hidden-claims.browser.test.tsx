import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { claimedFeatures } from '#platform/pages/claims.ts'
import { uniqueName } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

const missing = claimedFeatures.courses.name

test('the owner sees which claims the site hides, and the missing feature of each', async () => {
  await openHiddenClaims()
  const claim = claims().filter({ hasText: 'השיעור הראשון' })
  await expect
    .element(claim)
    .toHaveTextContent(`תוכנית דיגיטלית: ״השיעור הראשון וגיליון השיקוף, מיד עם ההצטרפות״ עוד אין: ${missing}`)
})

test('a claim of a built feature is not listed', async () => {
  const name = uniqueName()
  const { documents } = claimedFeatures
  await addPromisingProducts([{ name, included: [`{{כשיש ${documents.name}}}מסמכים`, `{{כשיש ${missing}}}שיעורים`] }])
  await openHiddenClaims()
  const ofProduct = claims().filter({ hasText: `${name}:` })
  await expect.element(ofProduct.first()).toHaveTextContent(`${name}: ״שיעורים״ עוד אין: ${missing}`)
  expect(ofProduct.elements()).toHaveLength(1)
})

test('a claim shared by a page and a product of the same name is listed once', async () => {
  const name = uniqueName()
  await addPromisingProducts([{ name }, { name }])
  await openHiddenClaims()
  const shared = claims().filter({ hasText: `${name}:` })
  await expect.element(shared.first()).toBeVisible()
  expect(shared.elements()).toHaveLength(1)
})

test('claims of unavailable products are not listed, those of available ones are', async () => {
  const [offered, withdrawn] = [uniqueName(), uniqueName()]
  await addPromisingProducts([{ name: offered }, { name: withdrawn, is_active: false }])
  await openHiddenClaims()
  await expect.element(claims().filter({ hasText: `${offered}:` })).toBeVisible()
  await expect.element(claims().filter({ hasText: `${withdrawn}:` })).not.toBeInTheDocument()
})

const claims = () => page.getByRole('listitem').filter({ hasText: '״ עוד אין:' })

async function openHiddenClaims() {
  await openScreen('/crm/site', 'owner')
  await page.getByText(/הבטחות לא מוצגות באתר/).click()
}

/** Products with claims of missing features; deleted after the test. */
async function addPromisingProducts(products: { name: string; is_active?: boolean; included?: string[] }[]) {
  const rows = products.map((product, i) => ({
    slug: crypto.randomUUID(),
    included: [`{{כשיש ${missing}}}גישה לשנה`],
    is_active: true,
    position: 900 + i,
    ...product,
  }))
  const names = rows.map(({ name }) => name)
  onTestFinished(async () => void (await backendAs('owner').from('products').delete().in('name', names)))
  await backendAs('owner').from('products').insert(rows).throwOnError()
}

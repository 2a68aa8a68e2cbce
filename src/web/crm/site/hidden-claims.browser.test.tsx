import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { contentOfToday, type HiddenClaim } from '#platform/pages/claims.ts'
import { uniqueName } from '../../../../test/browser/own-rows.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

test('the owner sees which claims the site hides, and what each waits for', async () => {
  await openScreen('/crm/site', 'owner')
  await page.getByText(/הבטחות לא מוצגות באתר/).click()
  const claim = page.getByRole('listitem').filter({ hasText: 'הדרכות מקוונות' })
  await expect.element(claim.first()).toHaveTextContent('מה כלול: ״הדרכות מקוונות״ עוד אין: הדרכות מקוונות')
})

test('a promise that a page shares with its product is listed once', async () => {
  await openScreen('/crm/site', 'owner')
  await page.getByText(/הבטחות לא מוצגות באתר/).click()
  await expect.element(page.getByText('אזור אישי עם שלבים, משימות ומסמכים')).toBeVisible()
  const items = page.getByRole('listitem').filter({ hasText: '״ עוד אין:' }).elements()
  expect(new Set(items.map((item) => item.textContent)).size).toBe(items.length)
})

test('claims of products that are not offered are not listed, those of offered ones are', async () => {
  const products = backendAs('owner').from('products')
  const { data } = await products.select('included').throwOnError()
  const included = data.map((product) => product.included).find((words) => hasHiddenClaim(words))!
  const [offered, withdrawn] = [uniqueName(), uniqueName()]
  const rows = [offered, withdrawn].map((name, i) => ({
    name,
    slug: crypto.randomUUID(),
    included,
    is_active: name === offered,
    position: 900 + i,
  }))
  await backendAs('owner').from('products').insert(rows).throwOnError()
  onTestFinished(async () => void (await backendAs('owner').from('products').delete().gte('position', 900)))
  await openScreen('/crm/site', 'owner')
  await page.getByText(/הבטחות לא מוצגות באתר/).click()
  await expect
    .element(
      page
        .getByRole('listitem')
        .filter({ hasText: `${offered}:` })
        .first(),
    )
    .toBeVisible()
  await expect.element(page.getByRole('listitem').filter({ hasText: `${withdrawn}:` })).not.toBeInTheDocument()
})

function hasHiddenClaim(included: unknown) {
  const hidden: HiddenClaim[] = []
  contentOfToday({ included }, hidden)
  return hidden.length > 0
}

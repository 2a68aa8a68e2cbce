import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { contentOfToday, type HiddenClaim } from '#platform/pages/claims.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'

test('the owner sees which claims the site hides, and what each waits for', async () => {
  await openScreen('/crm/site', 'owner')
  await page.getByText(/הבטחות לא מוצגות באתר/).click()
  const claim = page.getByRole('listitem').filter({ hasText: 'הדרכות מקוונות' })
  await expect.element(claim.first()).toHaveTextContent('מה כלול: ״הדרכות מקוונות״ עוד אין: הדרכות מקוונות')
})

test('claims of products that are not offered are not listed, those of offered ones are', async () => {
  const { data } = await backendAs('owner').from('products').select('name, is_active, included, facts').throwOnError()
  const withClaims = data.filter(({ included, facts }) => {
    const hidden: HiddenClaim[] = []
    contentOfToday({ included, facts }, hidden)
    return hidden.length > 0
  })
  await openScreen('/crm/site', 'owner')
  await page.getByText(/הבטחות לא מוצגות באתר/).click()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'עוד אין:' }).first()).toBeVisible()
  const places = [...document.querySelectorAll('.hidden-claims b')].map((place) => place.textContent)
  expect(withClaims.length).toBeGreaterThan(0)
  for (const { name, is_active } of withClaims) expect(places.includes(`${name}:`), name).toBe(is_active)
})

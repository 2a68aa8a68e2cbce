import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../../../test/browser/render.tsx'

test('the owner sees which claims the site hides, and what each waits for', async () => {
  await openScreen('/crm/site', 'owner')
  await page.getByText(/הבטחות לא מוצגות באתר/).click()
  const claim = page.getByRole('listitem').filter({ hasText: 'הדרכות מקוונות' })
  await expect.element(claim.first()).toHaveTextContent('מה כלול: ״הדרכות מקוונות״ עוד אין: הדרכות מקוונות')
})

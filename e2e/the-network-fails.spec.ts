import { expect, type Request, test } from '@playwright/test'
import { openWindow, signIn } from './browser-helpers.ts'

test('the app shows that the server is unreachable, and retries failed requests once it is reachable again', async ({
  browser,
}) => {
  const { page, context } = await openWindow(browser)
  const inFlight = new Set<Request>()
  page.on('request', (request) => void inFlight.add(request))
  page.on('requestfinished', (request) => void inFlight.delete(request))
  page.on('requestfailed', (request) => void inFlight.delete(request))
  await signIn(page, 'owner', '/crm/tasks')
  const bar = page.getByRole('status').filter({ hasText: 'אין תקשורת עם השרת' })
  const retry = bar.getByRole('button')
  await expect(page.getByRole('heading', { name: 'משימות', level: 1 })).toBeVisible()
  // The chunk of the screen is loaded before the failure; its data is not.
  await page.getByRole('link', { name: 'אנשי קשר' }).first().hover()
  await expect(bar).toHaveCount(0)
  // A later response would count as a restored connection.
  await expect.poll(() => inFlight.size).toBe(0)
  await context.setOffline(true)
  await expect(bar).toBeVisible()
  await page.getByLabel('חיפוש במשימות').fill('אין משימה כזאת')
  await expect(bar).toContainText('ייטען מעצמו')
  await retry.click()
  await expect(bar).toBeVisible()
  await context.setOffline(false)
  await expect(bar).toHaveCount(0)
  await expect(page.getByText('התקשורת עם השרת חזרה')).toBeAttached()
  await context.close()
})

import { expect, test } from '@playwright/test'
import { openWindow } from './browser-helpers.ts'

test('a visitor on a broken link uses the search, reports the link, and dismisses the announcement permanently', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser, { viewport: { width: 390, height: 844 } })
  const announcement = page.getByRole('complementary', { name: 'עדכון' })
  await page.goto('/an-old-link')
  await page.getByRole('button', { name: 'חיוניות בלבד' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'העמוד לא נמצא' })).toBeVisible()

  await announcement.getByLabel('סגירת העדכון').press('Enter')
  await expect(announcement).toBeHidden()

  await page.getByLabel('מה חיפשתם?').fill('חובות')
  await page.getByRole('button', { name: 'חיפוש' }).click()
  await expect(page).toHaveURL(/\/an-old-link\?q=/)
  await expect(announcement).toBeHidden()

  // Longer than the minimum time of the spam guard.
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(1100)
  await page.getByRole('button', { name: 'דיווח על קישור שבור' }).click()
  await expect(page.getByText('תודה. הקישור נרשם אצלנו')).toBeVisible()

  await page.goBack()
  await page.getByRole('link', { name: 'ליווי כלכלי למשפחה' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'ליווי כלכלי למשפחה' })).toBeVisible()
  await expect(announcement).toBeHidden()
  quiet()
  await context.close()
})

test('a visitor copies the link of a post, and returns to the reading position after consent to functional cookies', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser, { viewport: { width: 390, height: 844 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/blog')
  await page.getByRole('button', { name: 'חיוניות בלבד' }).click()
  await page.locator('main article a').first().click()
  await page.getByRole('button', { name: 'העתקת קישור' }).click()
  await expect(page.getByRole('button', { name: 'הקישור הועתק' })).toBeVisible()
  expect(new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname).toBe(new URL(page.url()).pathname)
  const stopHere = async () => {
    await page
      .locator('.prose h2')
      .nth(1)
      .evaluate((heading) => heading.scrollIntoView())
    await page.reload()
  }
  await stopHere()
  await expect(page.getByText('עצרתם כאן')).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('reading-places'))).toBeNull()

  await page.getByRole('button', { name: 'הגדרות עוגיות' }).click()
  const module = page.waitForResponse(/\/reading-position/)
  await page.getByRole('button', { name: 'אישור הכול' }).click()
  // Consent loads the module that stores the position; a reload before it has run would lose this visit.
  await page.evaluate((url) => import(url), (await module).url())
  await stopHere()
  const contents = page.getByRole('navigation', { name: 'במאמר הזה' })
  await expect(contents.getByRole('listitem').nth(1)).toContainText('עצרתם כאן')

  await page.getByRole('button', { name: 'הגדרות עוגיות' }).click()
  await page.getByRole('button', { name: 'חיוניות בלבד' }).click()
  await stopHere()
  await expect(page.getByText('עצרתם כאן')).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('reading-places'))).toBeNull()
  quiet()
  await context.close()
})

test('without JavaScript the FAQ search, the announcement and the menu work', async ({ browser }) => {
  const { page, context } = await openWindow(browser, {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  await page.goto('/blog')
  await page.getByLabel('סגירת העדכון').click()
  await expect(page.getByText('שיחת ההיכרות ללא עלות וללא התחייבות', { exact: true }).first()).toBeHidden()
  await page.getByRole('button', { name: 'תפריט' }).click()
  await page.getByRole('navigation', { name: 'תפריט' }).getByRole('link', { name: 'אודות' }).click()
  await expect(page).toHaveURL('/about')

  await page.goto('/faq')
  await page.getByLabel('חיפוש בשאלות').fill('עִיקּוּלִים')
  await page.getByRole('button', { name: 'חיפוש' }).click()
  await expect(page.getByText('נמצאה תשובה אחת')).toBeVisible()
  await expect(page.getByText('חשוב לקבל קודם סיוע משפטי')).toBeVisible()
  await context.close()
})

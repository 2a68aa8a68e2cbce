import { expect, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'

test('the owner overrides the head of a page, and redirects a missing URL', async ({ browser, request }) => {
  const { page, quiet } = await openWindow(browser)
  await signIn(page, 'owner', '/crm/seo-manager')
  await expect(page.getByRole('region', { name: 'העמודים של האתר' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('searchbox', { name: 'חיפוש בעמודים' }).fill('/contact')
  await page.getByRole('link', { name: /יצירת קשר/ }).click()
  await page.getByLabel('כותרת').fill('מדברים איתנו: פשוט ובלי התחייבות')
  await expect(page.getByRole('region', { name: 'כך זה ייראה בגוגל' })).toContainText('מדברים איתנו')
  await expect(page.getByRole('img', { name: 'התמונה שתעמוד ליד הקישור' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'שמירה' }).click()
  await expect(page.getByText('נשמר. המבקרים ומנועי החיפוש כבר רואים את זה')).toBeVisible()
  await expect
    .poll(async () => (await request.get('/contact')).text())
    .toContain('<title>מדברים איתנו: פשוט ובלי התחייבות</title>')

  const visitor = await openWindow(browser)
  await visitor.page.goto('/old-course')
  await expect(visitor.page.getByRole('heading', { level: 1, name: 'העמוד לא נמצא' })).toBeVisible()

  await page.getByRole('link', { name: 'כתובות שלא נמצאו' }).click()
  // Missing URLs are logged every few seconds, and the list polls for them.
  await expect(page.getByRole('button', { name: 'הפניה מ־/old-course' })).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'הפניה מ־/old-course' }).click()
  await page.getByLabel('אל הכתובת').fill('/old-course')
  await page.getByRole('button', { name: 'שמירת ההפניה' }).click()
  await expect(page.getByText('הכתובת מפנה אל עצמה')).toBeVisible()
  await page.getByLabel('אל הכתובת').fill('/contact')
  await page.getByRole('button', { name: 'שמירת ההפניה' }).click()
  await expect(page.getByText('ההפניה נשמרה ועובדת')).toBeVisible()

  await expect.poll(async () => (await request.get('/old-course', { maxRedirects: 0 })).status()).toBe(301)
  await visitor.page.goto('/old-course?utm_source=mail')
  await expect(visitor.page).toHaveURL(/\/contact\?utm_source=mail$/)
  await visitor.context.close()

  const colleague = await page.context().newPage()
  for (const one of [page, colleague]) {
    await one.goto('/crm/seo-manager/redirects')
    await one.getByRole('button', { name: 'עריכת ההפניה מ־/old-course' }).click()
  }
  await colleague.getByLabel('סוג').selectOption('302')
  await colleague.getByRole('button', { name: 'שמירת ההפניה' }).click()
  await expect(colleague.getByText('ההפניה נשמרה ועובדת')).toBeVisible()
  await page.getByLabel('אל הכתובת').fill('/about')
  await page.getByRole('button', { name: 'שמירת ההפניה' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'סוג:' })).toContainText('302')
  await expect(page.getByLabel('אל הכתובת')).toHaveValue('/about')
  await page.getByRole('button', { name: 'שמירת ההפניה' }).click()
  await expect(page.getByText('ההפניה נשמרה ועובדת')).toBeVisible()
  await expect
    .poll(async () => {
      const answer = await request.get('/old-course', { maxRedirects: 0 })
      return [answer.status(), answer.headers()['location']]
    })
    .toEqual([302, expect.stringMatching(/\/about$/)])
  quiet()
})

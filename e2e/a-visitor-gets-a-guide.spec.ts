import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { expectAccessible, openWindow } from './browser-helpers.ts'
import { mailInstallation } from './mail-installation.ts'

const { site, lastLinkTo } = mailInstallation()
const [wrong, right] = ['noa@gmial.example.com', 'noa@gmail.example.com']

test('a visitor requests a guide by keyboard, corrects the e-mail address and downloads the file, without JavaScript', async ({
  browser,
}) => {
  const { page, context } = await openWindow(browser, {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  await page.goto(`${site}/lead/sihat-kesef`)
  await page.getByLabel('שם').focus()
  await page.keyboard.type('נועה לדוגמה')
  await page.keyboard.press('Tab')
  await page.keyboard.type(wrong)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'ההודעה עם הקישור בדרך אליכם' })).toBeVisible()
  await expect.poll(() => lastLinkTo(wrong, '/lead/')).toBeTruthy()

  await page.getByText('הכתובת לא נכונה?').press('Enter')
  await page.getByLabel('דוא״ל').fill(right)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'שלחנו שוב' })).toBeVisible()
  await expect.poll(() => lastLinkTo(right, '/lead/')).toBeTruthy()
  await page.goto(lastLinkTo(wrong, '/lead/')!)
  await expect(page.getByRole('heading', { name: 'הקישור הזה כבר אינו פעיל' })).toBeVisible()

  await page.goto(lastLinkTo(right, '/lead/')!)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('שיחת כסף ראשונה')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /להורדת הקובץ/ }).press('Enter')
  const file = await downloading
  expect(file.suggestedFilename()).toBe('שיחת כסף ראשונה.pdf')
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await page.getByRole('button', { name: 'שליחה אליי: קרן חירום מאפס' }).press('Enter')
  await expect(page.getByText('קרן חירום מאפס: הקישור נשלח')).toBeVisible()
  await context.close()

  const scripted = await openWindow(browser)
  for (const path of [lastLinkTo(right, '/lead/')!, page.url()]) {
    await scripted.page.goto(path)
    await expectAccessible(scripted.page)
  }
  scripted.quiet()
  await scripted.context.close()
})

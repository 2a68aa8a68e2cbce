import { expect, type Page, test } from '@playwright/test'
import { openWindow, signIn } from './browser-helpers.ts'

const listed = 'https://partner.example'
const other = 'https://unlisted.example'
/** The server of the test is on localhost, which a browser lets other sites access only with a permission. */
const reachable = { permissions: ['local-network-access'] }

/** A page of another site with the embed code that the owner has copied. */
async function openSite(page: Page, site: string, code: string) {
  await page.route(`${site}/`, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="he" dir="rtl"><title>אתר אחר</title><main><a href="#top">לפני</a> ${code} <a href="#end">אחרי</a></main>`,
    }),
  )
  await page.goto(`${site}/`)
}

test('a form opens on an allowed site, inline and as a popup, and on no other site', async ({ browser, baseURL }) => {
  const owner = await openWindow(browser)
  await signIn(owner.page, 'owner', '/crm/forms')
  await owner.page
    .getByRole('link', { name: /שאלון היכרות/ })
    .first()
    .click()
  await owner.page.getByRole('link', { name: 'שיתוף' }).click()
  await owner.page.getByLabel('האתרים שבהם מותר להציג את הטופס').fill(listed)
  await owner.page.getByRole('button', { name: 'שמירת האתרים' }).click()
  await expect(owner.page.getByText('האתרים נשמרו, והטופס ייפתח בהם')).toBeVisible()
  const inline = await owner.page.getByLabel('הקוד להדבקה באתר האחר').inputValue()
  const popup = await owner.page.getByLabel('הקוד של הכפתור').inputValue()
  await owner.context.close()

  await test.step('the frame on an allowed site shows the form without the header of this site', async () => {
    const { page, context } = await openWindow(browser, { ...reachable, colorScheme: 'dark' })
    await openSite(page, listed, inline)
    const frame = page.frameLocator('iframe')
    await expect(frame.getByRole('heading', { level: 1, name: 'שאלון היכרות' })).toBeVisible()
    await expect(frame.getByRole('link', { name: /חזרה לאתר/ })).toHaveCount(0)
    await expect(frame.getByLabel('שם מלא')).toBeVisible()
    // The frame uses the light theme of the surrounding page, not the visitor's theme.
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light')
    await context.close()
  })

  await test.step('the popup keeps the focus, closes with Escape, and gives focus and typed text back', async () => {
    const { page, context } = await openWindow(browser, { ...reachable, viewport: { width: 390, height: 844 } })
    await openSite(page, listed, popup)
    const button = page.getByRole('button', { name: 'שאלון היכרות' })
    const dialog = page.getByRole('dialog', { name: 'שאלון היכרות' })
    const frame = page.frameLocator('dialog iframe')
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await expect(page.getByRole('button', { name: 'סגירה' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()

    await page.keyboard.press('Enter')
    await frame.getByLabel('שם מלא').fill('דנה לדוגמה')
    for (const key of ['Tab', 'Shift+Tab'])
      for (let n = 0; n < 20; n++) {
        await page.keyboard.press(key)
        expect(await page.evaluate(() => document.activeElement?.closest('main')?.tagName)).toBe(undefined)
      }
    // Saved answers prove that the frame is hydrated: until then only the button closes the popup.
    await expect(frame.getByRole('link', { name: /^קישור להמשך המילוי/ })).toBeVisible()
    await frame.getByLabel('שם מלא').focus()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(frame.getByLabel('שם מלא')).toHaveValue('דנה לדוגמה')
    await page.getByRole('button', { name: 'סגירה' }).click()
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
    await context.close()
  })

  await test.step('the browser blocks the frame on a site that is not allowed', async () => {
    const { page, context } = await openWindow(browser, reachable)
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await openSite(page, other, inline)
    expect((await refused).text()).toContain(listed)
    await expect(page.frameLocator('iframe').getByLabel('שם מלא')).toHaveCount(0)
    expect(page.frames().some((frame) => frame.url().startsWith(`${baseURL}/form/`))).toBe(false)
    await context.close()
  })
})

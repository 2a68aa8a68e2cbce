import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, loginOf, openWindow, signIn } from './demo.ts'
import { codeOf } from './totp.ts'

/** Adds an app in the settings; answers its secret. */
async function addApp(page: Page): Promise<string> {
  await page.goto('/crm/settings?tab=security')
  await page.getByRole('button', { name: 'הפעלה' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: /QR/ })).toBeVisible()
  const secret = (await dialog.locator('code').textContent())!
  await expectAccessible(page)
  await dialog.getByLabel('קוד בן 6 ספרות').fill('000000')
  await dialog.getByRole('button', { name: 'הפעלה' }).click()
  await expect(dialog.getByText('הקוד אינו נכון')).toBeVisible()
  // As it is copied: with a space in the middle.
  await dialog.getByLabel('קוד בן 6 ספרות').fill(codeOf(secret).replace(/(...)/, '$1 '))
  await dialog.getByRole('button', { name: 'הפעלה' }).click()
  await expect(page.getByText('פעיל', { exact: true })).toBeVisible()
  return secret
}

async function removeApp(page: Page) {
  await page.getByRole('button', { name: /^הסרה/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'הסרה' }).click()
  await expect(page.getByText('כבוי', { exact: true })).toBeVisible()
}

async function typePassword(page: Page, role: string, to = '/crm') {
  const { email, password } = loginOf(role)
  await page.goto(to)
  await page.getByLabel('דוא״ל').fill(email)
  await page.getByLabel('סיסמה', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'כניסה', exact: true }).click()
}

test('whoever has an authenticator app shows its code at the door, and may take the app away', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'content')
  const secret = await addApp(page)
  quiet()
  await context.close()

  const again = await openWindow(browser)
  await typePassword(again.page, 'content', '/crm/settings?tab=security')
  await expect(again.page.getByRole('heading', { name: 'אימות דו־שלבי' })).toBeVisible()
  await expectAccessible(again.page)
  // A password alone opens nothing, also to whoever asks the address of a screen.
  await again.page.goto('/crm/settings?tab=security')
  const field = again.page.getByLabel('קוד בן 6 ספרות')
  await expect(field).toBeFocused()
  await field.fill('12')
  await field.press('Enter')
  await expect(again.page.getByText('יש להזין קוד בן 6 ספרות')).toBeVisible()
  await field.fill('000000')
  await field.press('Enter')
  await expect(again.page.getByText('הקוד אינו נכון')).toBeVisible()
  await field.fill(codeOf(secret))
  await field.press('Enter')
  await expect(again.page).toHaveURL(/\/crm\/settings\?tab=security$/)
  await expect(again.page.getByText('פעיל', { exact: true })).toBeVisible()

  await removeApp(again.page)
  again.quiet()
  await again.context.close()

  const last = await openWindow(browser)
  await signIn(last.page, 'content')
  await last.context.close()
})

test('coming by Google, too, the code is asked for, and afterwards the way goes on', async ({ browser }) => {
  const { page, context } = await openWindow(browser)
  const { email } = loginOf('coach')
  await signIn(page, 'coach')
  const secret = await addApp(page)
  await page.getByRole('complementary').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'יציאה' }).click()
  await page.getByRole('button', { name: /Google/ }).click()
  await page.getByLabel('כתובת אחרת:').fill(email)
  await page.getByRole('button', { name: 'המשך' }).click()
  await page.getByLabel('קוד בן 6 ספרות').fill(codeOf(secret))
  await page.getByRole('button', { name: 'אישור' }).click()
  await expect(page).toHaveURL(/\/crm$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/crm/settings?tab=security')
  await removeApp(page)
  await context.close()
})

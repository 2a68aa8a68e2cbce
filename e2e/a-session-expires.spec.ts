import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, loginOf, openWindow, signIn, signInByForm } from './browser-helpers.ts'

/** Revokes the session on the server; the browser notices at the next token refresh. */
async function endSession(page: Page) {
  await page.evaluate(async () => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('-auth-token'))!
    const session = JSON.parse(localStorage.getItem(name)!) as { access_token: string; expires_at: number }
    const key = document.querySelector<HTMLMetaElement>('meta[name="backend-key"]')!.content
    await fetch('/auth/v1/logout?scope=local', {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${session.access_token}` },
    })
    localStorage.setItem(name, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 10 }))
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
}

const ended = (page: Page) => page.getByRole('dialog', { name: 'הכניסה פגה' })

test('a form that is open when the session expires keeps its input and continues after the same user signs in', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser)
  const { password } = loginOf('sales')
  await signIn(page, 'sales')
  await page.getByRole('button', { name: /^חדש/ }).click()
  await page.getByRole('menuitem', { name: 'איש קשר' }).click()
  const form = page.getByRole('dialog', { name: 'איש קשר חדש' })
  await form.getByLabel(/^שם/).fill('אביגיל')
  await form.getByLabel(/^טלפון/).fill('050-0000987')
  await endSession(page)
  await expect(ended(page)).toBeVisible()
  await expectAccessible(page)

  // Neither Escape nor a wrong password discards the input.
  await page.keyboard.press('Escape')
  await ended(page).getByLabel('סיסמה').fill('not-the-password')
  await page.keyboard.press('Enter')
  await expect(ended(page).getByText('הדוא״ל או הסיסמה אינם נכונים')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(ended(page)).toBeVisible()
  await ended(page).getByLabel('סיסמה').fill(password)
  await page.keyboard.press('Enter')
  await expect(ended(page)).toHaveCount(0)
  await expect(form.getByLabel(/^שם/)).toHaveValue('אביגיל')
  await expect(form.getByLabel(/^טלפון/)).toHaveValue('050-0000987')
  await form.getByRole('button', { name: 'הוספה' }).click()
  await expect(page.getByText('אביגיל').first()).toBeVisible()
  quiet()
  await context.close()
})

test('signing in in another tab restores this one, and signing out redirects to the sign-in page', async ({
  browser,
}) => {
  const { page, context } = await openWindow(browser)
  await signIn(page, 'sales', '/crm/contacts')
  await endSession(page)
  await expect(ended(page)).toBeVisible()
  const other = await context.newPage()
  await signInByForm(other, 'sales', '/crm')
  await expect(ended(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'אנשי קשר' })).toBeVisible()
  await other.close()

  await endSession(page)
  await ended(page).getByRole('button', { name: 'יציאה בלי לשמור' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByLabel('דוא״ל')).toBeVisible()
  await context.close()
})

test('a portal page is also covered by the re-authentication dialog, and remains usable afterwards', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'client', '/client-portal')
  const stages = page.getByRole('list', { name: /^השלבים/ })
  await expect(stages).toBeVisible()
  await page.getByRole('button', { name: /^החשבון שלי/ }).click()
  await endSession(page)
  await expect(ended(page)).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('menuitem', { name: 'יציאה', includeHidden: true })).toBeAttached()
  await expect(ended(page).getByRole('link', { name: /בחלון חדש/ })).toHaveAttribute('href', '/client-login')
  await ended(page).getByLabel('סיסמה').fill(loginOf('client').password)
  await page.keyboard.press('Enter')
  await expect(ended(page)).toHaveCount(0)
  await expect(stages).toBeVisible()

  await endSession(page)
  await ended(page).getByRole('button', { name: 'יציאה בלי לשמור' }).click()
  await expect(page).toHaveURL(/\/client-login$/)
  quiet()
  await context.close()
})

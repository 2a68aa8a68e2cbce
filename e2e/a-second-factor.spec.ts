import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, loginOf, openWindow, signIn, signInByForm } from './browser-helpers.ts'
import { codeOf } from './totp.ts'

/** Enrols an app in the settings; returns its secret and the recovery codes, which are shown once. */
async function addApp(page: Page) {
  await page.goto('/crm/settings?tab=security')
  await page.getByRole('button', { name: 'הפעלה' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: /QR/ })).toBeVisible()
  const secret = (await dialog.locator('code').textContent())!
  await expectAccessible(page)
  // Typed as copied, with a space in the middle.
  await dialog.getByLabel('קוד בן 6 ספרות').fill(codeOf(secret).replace(/(...)/, '$1 '))
  await dialog.getByRole('button', { name: 'הפעלה' }).click()
  const codes = page.getByRole('dialog', { name: 'קודי השחזור שלכם' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page)
  const onPaper = await codes.locator('code').allTextContents()
  await codes.getByRole('button', { name: 'שמרתי את הקודים' }).click()
  await expect(page.getByText('פעיל', { exact: true })).toBeVisible()
  await expect(page.getByText('נותרו 10 קודים')).toBeVisible()
  return { secret, codes: onPaper }
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

test('a user with an authenticator app enters its code at sign-in, and can remove the app', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'content')
  const { secret, codes } = await addApp(page)
  quiet()
  await context.close()

  const again = await openWindow(browser)
  await typePassword(again.page, 'content', '/crm/settings?tab=security')
  await expect(again.page.getByRole('heading', { name: 'אימות דו־שלבי' })).toBeVisible()
  await expectAccessible(again.page)
  // A password alone grants no access, not even by direct URL.
  await again.page.goto('/crm/settings?tab=security')
  const field = again.page.getByLabel('קוד בן 6 ספרות')
  await expect(field).toBeFocused()
  await field.fill(codeOf(secret))
  await field.press('Enter')
  await expect(again.page).toHaveURL(/\/crm\/settings\?tab=security$/)
  await expect(again.page.getByText('פעיל', { exact: true })).toBeVisible()

  again.quiet()
  await again.context.close()

  // A lost phone: a recovery code works once, and the app is replaced.
  const lost = await openWindow(browser)
  await typePassword(lost.page, 'content', '/crm/settings?tab=security')
  const otherWay = lost.page.getByRole('button', { name: /כניסה בקוד שחזור/ })
  await otherWay.click()
  const paper = lost.page.getByLabel('קוד שחזור')
  await expect(paper).toBeFocused()
  await expectAccessible(lost.page)
  await paper.fill(codes[0]!.toLowerCase())
  await paper.press('Enter')
  await expect(lost.page).toHaveURL(/\/crm\/settings\?tab=security$/)
  await expect(lost.page.getByText('נותרו 9 קודים')).toBeVisible()
  const used = await openWindow(browser)
  await typePassword(used.page, 'content')
  await used.page.getByRole('button', { name: /כניסה בקוד שחזור/ }).click()
  await used.page.getByLabel('קוד שחזור').fill(codes[0]!)
  await used.page.keyboard.press('Enter')
  await expect(used.page.getByText('כל קוד פועל פעם אחת')).toBeVisible()
  await used.context.close()
  await removeApp(lost.page)
  await expect(lost.page.getByText('קודי שחזור')).toHaveCount(0)
  await lost.context.close()

  const last = await openWindow(browser)
  await signInByForm(last.page, 'content')
  await last.context.close()
})

test('a Google sign-in also requires the code, and continues to the requested page', async ({ browser }) => {
  const { page, context } = await openWindow(browser)
  const { email } = loginOf('coach')
  await signIn(page, 'coach')
  const { secret } = await addApp(page)
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

test('a client with an authenticator app enters its code at the portal sign-in', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await typePassword(page, 'client', '/client-login')
  await expect(page).toHaveURL(/\/client-portal$/)
  // Clients have no settings screen yet: the app is enrolled through the API.
  const ask = (method: string, path: string, body?: object) =>
    page.evaluate(
      async ({ method, path, body }) => {
        const stored = Object.entries(localStorage).find(([name]) => name.endsWith('-auth-token'))![1] as string
        const { access_token: token } = JSON.parse(stored) as { access_token: string }
        const apikey = document.querySelector<HTMLMetaElement>('meta[name="backend-key"]')!.content
        const answer = await fetch(`/auth/v1/factors${path}`, {
          method,
          headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
        return (await answer.json()) as { id: string; totp: { secret: string } }
      },
      { method, path, body },
    )
  const { id, totp } = await ask('POST', '', { factor_type: 'totp', friendly_name: 'טלפון' })
  const challenge = await ask('POST', `/${id}/challenge`, {})
  await ask('POST', `/${id}/verify`, { challenge_id: challenge.id, code: codeOf(totp.secret) })
  await page.evaluate(() => localStorage.clear())

  await typePassword(page, 'client', '/client-portal')
  await expect(page).toHaveURL(/\/client-login$/)
  await expect(page.getByRole('heading', { name: 'אימות דו־שלבי' })).toBeVisible()
  await expectAccessible(page)
  // A password alone opens no page of the portal.
  await page.goto('/client-portal')
  await expect(page).toHaveURL(/\/client-login$/)
  await page.getByLabel('קוד בן 6 ספרות').fill(codeOf(totp.secret))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/client-portal$/)
  await expect(page.getByRole('list', { name: /^השלבים/ })).toBeVisible()
  await ask('DELETE', `/${id}`)
  quiet()
  await context.close()
})

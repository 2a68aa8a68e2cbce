import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { codeOf } from '../../../../test/browser/totp.ts'
import { type Account, makeAccount, openScreen, renderApp } from '../../../../test/browser/render.tsx'
import { SecurityTab } from './security-tab.tsx'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const card = (name: string) => page.getByRole('region', { name })
// Found by name: a toast also has the role dialog.
const dialog = page.getByRole('dialog', { name: /^(הפעלת|הוספת|ליצור|להסיר|קודי)/ })
const code = page.getByLabelText('קוד בן 6 ספרות')

/** Enrolls an app through the screen and returns its secret. The recovery codes dialog is open afterwards. */
async function addApp(first = 'הפעלה') {
  await card('אימות דו־שלבי').getByRole('button', { name: first }).click()
  await expect.element(dialog.getByRole('img', { name: /QR/ })).toBeVisible()
  const secret = dialog.element().querySelector('code')!.textContent
  await code.fill(await codeOf(secret))
  await dialog.getByRole('button', { name: 'הפעלה' }).click()
  return secret
}
const codesOnPaper = () => [...document.querySelectorAll('.recovery-codes code')].map((one) => one.textContent)

/** An account with an app and recovery codes, signed in by password only (aal1). */
async function makeProtected() {
  const account = await makeAccount()
  const screen = await renderApp(<SecurityTab />, { as: account })
  const secret = await addApp()
  await expect.poll(codesOnPaper).toHaveLength(10)
  const codes = codesOnPaper()
  await button('שמרתי את הקודים').click()
  await screen.unmount()
  localStorage.clear()
  return { ...account, secret, codes }
}

async function typePassword({ email, password }: Pick<Account, 'email' | 'password'>) {
  await page.getByLabelText('דוא״ל').fill(email)
  await page.getByLabelText('סיסמה', { exact: true }).fill(password)
  await userEvent.keyboard('{Enter}')
}

test('an app becomes active with its first valid code, and ten recovery codes are shown next', async () => {
  await renderApp(<SecurityTab />, { as: await makeAccount() })
  await expect.element(card('אימות דו־שלבי').getByText('כבוי')).toBeVisible()
  expect(page.getByText('קודי שחזור').elements()).toEqual([])
  await card('אימות דו־שלבי').getByRole('button', { name: 'הפעלה' }).click()
  await code.fill('12')
  await dialog.getByRole('button', { name: 'הפעלה' }).click()
  await expect.element(code).toHaveAccessibleDescription(/יש להזין קוד בן 6 ספרות/)
  await code.fill('000000')
  await dialog.getByRole('button', { name: 'הפעלה' }).click()
  await expect.element(code).toHaveAccessibleDescription(/הקוד אינו נכון/)
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(card('אימות דו־שלבי').getByText('כבוי')).toBeVisible()
  await addApp()
  await expect.poll(codesOnPaper).toHaveLength(10)
  await button('שמרתי את הקודים').click()
  await expect.element(card('אימות דו־שלבי').getByText('פעיל')).toBeVisible()
  await expect.element(card('קודי שחזור').getByText('נותרו 10 קודים')).toBeVisible()
})

test('recovery codes are regenerated only after confirmation, and the former codes are invalidated', async () => {
  const account = await makeAccount()
  await renderApp(<SecurityTab />, { as: account })
  await addApp()
  await expect.poll(codesOnPaper).toHaveLength(10)
  const before = codesOnPaper()
  await button('שמרתי את הקודים').click()
  await button('קודים חדשים').click()
  await expect.element(dialog.getByText('הקודים שכבר הדפסתם יפסיקו לפעול מיד.')).toBeVisible()
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await button('קודים חדשים').click()
  await button('יצירת קודים חדשים').click()
  await expect.poll(codesOnPaper).toHaveLength(10)
  expect(codesOnPaper().filter((one) => before.includes(one))).toEqual([])
})

test('removing the last app shows a warning and deletes the recovery codes', async () => {
  await renderApp(<SecurityTab />, { as: await makeAccount() })
  await addApp()
  await button('שמרתי את הקודים').click()
  await card('אימות דו־שלבי').getByRole('button', { name: /^הסרה/ }).click()
  await expect.element(dialog.getByText(/סיסמה לבדה תספיק כדי להיכנס לחשבון/)).toBeVisible()
  await dialog.getByRole('button', { name: 'הסרה' }).click()
  await expect.element(page.getByText('האימות הדו־שלבי כבוי')).toBeVisible()
  await expect.element(card('אימות דו־שלבי').getByText('כבוי')).toBeVisible()
  expect(page.getByText('קודי שחזור').elements()).toEqual([])
})

test('a second app gets a different name and no new recovery codes, and is removed without the warning', async () => {
  await renderApp(<SecurityTab />, { as: await makeAccount() })
  await addApp()
  await button('שמרתי את הקודים').click()
  await addApp('הוספת אפליקציה')
  await expect.element(page.getByText(/^אפליקציית אימות 2/)).toBeVisible()
  expect(codesOnPaper()).toEqual([])
  await button('הסרה: אפליקציית אימות 2').click()
  await expect.element(dialog.getByText('הקודים של האפליקציה הזאת לא יתקבלו יותר.')).toBeVisible()
})

test('all other sessions can be signed out, and the current session remains', async () => {
  const account = await makeAccount()
  const other = await renderApp(<SecurityTab />)
  await other.connection.session.signIn(account)
  await other.unmount()
  localStorage.clear()
  await renderApp(<SecurityTab />, { as: account })
  const sessions = card('איפה החשבון פתוח')
  await expect.element(sessions.getByText('כאן', { exact: true })).toBeVisible()
  await sessions.getByRole('button', { name: 'יציאה מכל השאר' }).click()
  await expect.element(page.getByText('יצאתם מכל שאר המכשירים. זה נכנס לתוקף בתוך שעה')).toBeVisible()
  await expect.element(sessions.getByRole('button')).not.toBeInTheDocument()
  await expect.element(sessions.getByText('כאן', { exact: true })).toBeVisible()
})

test('changing the password sends a reset link by email, and the screen shows the address', async () => {
  const account = await makeAccount()
  await renderApp(<SecurityTab />, { as: account })
  await expect.element(card('סיסמה').getByText(account.email)).toBeVisible()
  await button('החלפת סיסמה').click()
  await expect.element(page.getByText('הקישור נשלח. הסיסמה של עכשיו פועלת עד שבוחרים חדשה')).toBeVisible()
})

test('sign-in requires the code after the password, focuses its field, and then opens the requested page', async () => {
  const account = await makeProtected()
  await openScreen('/crm/settings?tab=security')
  await typePassword(account)
  await expect.element(page.getByRole('heading', { name: 'אימות דו־שלבי' })).toBeVisible()
  await expect.element(code).toHaveFocus()
  await code.fill((await codeOf(account.secret, Date.now() + 30_000)).replace(/(...)/, '$1 '))
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname + location.search).toBe('/crm/settings?tab=security')
})

test("a recovery code replaces the app's code once, and an invalid recovery code shows an error", async () => {
  const account = await makeProtected()
  await openScreen('/auth')
  await typePassword(account)
  await button(/כניסה בקוד שחזור/).click()
  const paper = page.getByLabelText('קוד שחזור')
  await expect.element(paper).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(paper).toHaveAccessibleDescription(/שדה חובה/)
  await paper.fill('AAAA-BBBB-CCCC')
  await userEvent.keyboard('{Enter}')
  await expect.element(paper).toHaveAccessibleDescription(/הקוד אינו נכון, או שכבר נכנסתם איתו/)
  await paper.fill(account.codes[0]!.toLowerCase())
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname).toBe('/crm')
  await expect.element(page.getByText('נכנסתם בקוד שחזור')).toBeVisible()
})

test('the user can switch to another account instead of entering a code', async () => {
  const account = await makeProtected()
  await openScreen('/auth')
  await typePassword(account)
  await button('כניסה בחשבון אחר').click()
  await expect.element(page.getByLabelText('דוא״ל')).toBeVisible()
  expect(code.elements()).toEqual([])
})

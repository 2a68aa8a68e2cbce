import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountOf, makeAccount, openScreen } from '../../../../test/browser/render.tsx'

const email = page.getByLabelText('דוא״ל')
const password = page.getByLabelText('סיסמה', { exact: true })
const enter = page.getByRole('button', { name: 'כניסה', exact: true })
const title = page.getByRole('heading', { level: 1 })

afterEach(() => {
  for (const meta of document.querySelectorAll('meta[name="sign-in-providers"]')) meta.remove()
})

/** Sets the auth providers that the server writes into the page. */
function offer(providers: string) {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'sign-in-providers', content: providers }))
}

test('an empty form and an incomplete address are refused before the request, and the field takes the focus', async () => {
  await openScreen('/auth')
  await enter.click()
  await expect.element(email).toHaveAccessibleDescription('יש להזין דוא״ל וסיסמה')
  await expect.element(email).toHaveFocus()
  await email.fill('noa@')
  await password.fill('x')
  await enter.click()
  await expect.element(email).toHaveAccessibleDescription('כתובת הדוא״ל אינה תקינה')
})

test('a wrong password shows an error at the password field that does not reveal whether the address is registered', async () => {
  const { email: known } = await makeAccount()
  await openScreen('/auth')
  for (const address of [known, `${crypto.randomUUID()}@example.com`]) {
    await email.fill(address)
    await password.fill('wrong-password')
    await enter.click()
    await expect.element(password).toHaveAccessibleDescription('הדוא״ל או הסיסמה אינם נכונים')
    await expect.element(password).toHaveFocus()
    await password.fill('')
  }
})

test('each auth form has its own URL, keeps the return path, and takes the focus', async () => {
  const { router } = await openScreen('/crm/tasks?status=open')
  await page.getByRole('link', { name: 'שכחתי סיסמה' }).click()
  await expect.element(title).toHaveTextContent('איפוס סיסמה')
  expect(location.search).toBe('?mode=forgot')
  await expect.element(page.getByRole('main')).toHaveFocus()
  await page.getByRole('link', { name: 'חזרה לכניסה' }).click()
  await page.getByRole('link', { name: 'הרשמה' }).click()
  await expect.element(title).toHaveTextContent('פתיחת חשבון')
  await page.getByRole('link', { name: 'כניסה' }).click()
  expect(router.state.location.state).toEqual({ from: '/crm/tasks?status=open' })
})

test('a password reset shows the same message for every address, and the message takes the focus', async () => {
  await openScreen('/auth?mode=forgot')
  await email.fill(`${crypto.randomUUID()}@example.com`)
  await page.getByRole('button', { name: 'שליחת קישור' }).click()
  const answer = page.getByText('אם הכתובת רשומה אצלנו, נשלחה אליה הודעה עם קישור לאיפוס')
  await expect.element(answer).toHaveFocus()
  expect(email.elements()).toEqual([])
})

test('a weak password is refused at its field, and a strong one shows that a confirmation mail was sent', async () => {
  await openScreen('/auth?mode=signup')
  const address = `${crypto.randomUUID()}@example.com`
  await email.fill(address)
  await password.fill('short')
  await page.getByRole('button', { name: 'פתיחת חשבון' }).click()
  await expect.element(password).toHaveAccessibleDescription(/^הסיסמה חלשה/)
  await password.fill(crypto.randomUUID())
  await page.getByRole('button', { name: 'פתיחת חשבון' }).click()
  await expect.element(page.getByText(address)).toBeVisible()
  await expect.element(page.getByText(/^שלחנו הודעה אל/)).toHaveFocus()
  expect(password.elements()).toEqual([])
})

test('Enter during the request does not sign in twice', async () => {
  const account = await makeAccount()
  const { connection } = await openScreen('/auth')
  const sent: string[] = []
  connection.session.subscribe(() => sent.push(connection.session.read().session?.access_token ?? ''))
  await email.fill(account.email)
  await password.fill(account.password)
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.poll(() => location.pathname).toBe('/crm')
  expect(new Set(sent.filter(Boolean)).size).toBe(1)
})

test('an expired email link is explained above the form', async () => {
  await openScreen('/auth#error=access_denied&error_code=otp_expired')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/הקישור פג תוקף או שכבר נעשה בו שימוש/)
  expect(location.hash).toBe('')
  await expect.element(email).toBeVisible()
})

test('Google and phone sign-in are offered only where the server has them enabled', async () => {
  const screen = await openScreen('/auth')
  await expect.element(email).toBeVisible()
  expect(page.getByRole('button', { name: /Google/ }).elements()).toEqual([])
  await screen.unmount()
  offer('google phone')
  await openScreen('/auth')
  await expect.element(page.getByRole('button', { name: /Google/ })).toBeVisible()
  const identity = page.getByLabelText('דוא״ל או טלפון')
  await identity.fill('052')
  await enter.click()
  await expect.element(identity).toHaveAccessibleDescription('כתובת הדוא״ל או מספר הטלפון אינם תקינים')
  await identity.fill('052-123 4567')
  await enter.click()
  await expect.element(identity).not.toHaveAttribute('aria-invalid')
  await expect.element(password).toHaveFocus()
})

test('a reset link requires a new password first, and refuses the former one', async () => {
  const account = await makeAccount()
  sessionStorage.setItem('choosing-a-new-password', '1')
  await openScreen('/auth', account)
  const selected = page.getByLabelText('סיסמה חדשה')
  await expect.element(title).toHaveTextContent('סיסמה חדשה')
  await selected.fill(account.password)
  await page.getByRole('button', { name: 'שמירת הסיסמה' }).click()
  await expect.element(selected).toHaveAccessibleDescription('זו הסיסמה הקודמת. יש לבחור סיסמה אחרת')
  await selected.fill(crypto.randomUUID())
  await page.getByRole('button', { name: 'שמירת הסיסמה' }).click()
  await expect.element(page.getByText('הסיסמה עודכנה')).toBeVisible()
  await expect.poll(() => location.pathname).toBe('/crm')
  expect(sessionStorage.getItem('choosing-a-new-password')).toBeNull()
})

test('on a phone the form has the full width, and the image beside it is not loaded', async () => {
  await page.viewport(390, 844)
  await openScreen('/auth')
  await expect.element(email).toBeVisible()
  expect(document.querySelector('.auth__picture')).toBeNull()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1440, 900)
  await expect.poll(() => document.querySelector('.auth__picture')).not.toBeNull()
})

test('a role without access to /admin sees which roles may open it', async () => {
  await openScreen('/admin/component-templates', 'sales')
  await expect
    .element(page.getByText('העמודים האלה פתוחים להנהלת העסק. מי שאחראי על העסק יכול לתת גישה.'))
    .toBeVisible()
  expect(document.title).toMatch(/^אין גישה למסך הזה/)
})

test.each([
  ['sales', '/crm/site', /^תוכן האתר פתוח לבעלות, להנהלה ולצוות התוכן/],
  ['content', '/crm/pipeline', /^אנשי קשר ומכירות פתוחים לצוות המכירות והליווי/],
] as const)('the role %s cannot open %s, and the message names the roles that can', async (role, path, message) => {
  await openScreen(path, role)
  await expect.element(page.getByText(message)).toBeVisible()
  expect(accountOf(role).email).toContain(role)
})

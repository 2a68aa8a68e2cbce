import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, loginOf, openWindow, signIn } from './browser-helpers.ts'
import { sql } from './own-database.ts'

const checking = 'אימות הרשאות לקוח...'
const stagesOf = (page: Page) => page.getByRole('list', { name: /^השלבים/ }).getByRole('listitem')

/** The tables requested by the page so far. */
function tablesAskedBy(page: Page) {
  const requestedUrls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/rest/v1/')) requestedUrls.push(pathname.replace('/rest/v1/', ''))
  })
  return requestedUrls
}

async function fillIn(page: Page, role: string) {
  await page.getByLabel('דוא״ל').fill(loginOf(role).email)
  await page.getByLabel('סיסמה', { exact: true }).fill(loginOf(role).password)
  await page.getByRole('button', { name: 'כניסה', exact: true }).click()
}

test('a client is redirected to the portal sign-in, and from there back to the requested page', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await page.goto('/client-portal?from=mail#now')
  await expect(page).toHaveURL(/\/client-login$/)
  await expect(page.getByRole('heading', { level: 1, name: 'כניסה לאזור האישי' })).toBeVisible()
  await expectAccessible(page)

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rest/v1/user_roles?**', async (route) => {
    await held
    await route.continue()
  })
  await fillIn(page, 'client')
  await expect(page.getByText(checking)).toBeVisible()
  release()
  await expect(page).toHaveURL(/\/client-portal\?from=mail#now$/)

  await expect(page.getByRole('heading', { level: 1, name: /איתי ושירה$/ })).toBeVisible()
  await expect(page.getByText('ליווי משפחתי – שישה שלבים, שלב 2 מתוך 6')).toBeVisible()
  await expect(stagesOf(page)).toHaveCount(6)
  const names = ['מיפוי', 'תקציב', 'חובות', 'ביטוחים', 'חיסכון והשקעות', 'פנסיה']
  for (const [i, name] of names.entries()) await expect(stagesOf(page).nth(i)).toContainText(name)
  await expect(stagesOf(page).nth(1)).toHaveAttribute('aria-current', 'step')
  await expect(page.getByRole('region', { name: 'השלב שלכם עכשיו' })).toContainText('תקציב')
  await expect(page.getByRole('region', { name: 'המשימות שלכם' }).getByRole('checkbox')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'המרווח שלכם' })).toContainText('נשארו ב')

  await page.reload()
  await expect(stagesOf(page)).toHaveCount(6)
  await page.goto('/client-login')
  await expect(page).toHaveURL(/\/client-portal$/)
  await page.getByRole('button', { name: /^החשבון שלי/ }).click()
  await page.getByRole('menuitem', { name: 'יציאה' }).click()
  await expect(page).toHaveURL(/\/client-login$/)
  quiet()
  await context.close()
})

test('a staff member who is not a client sees a message at the portal sign-in, with a link to the CRM', async ({
  page,
}) => {
  const tables = tablesAskedBy(page)
  await page.goto('/client-portal')
  await fillIn(page, 'coach')
  await expect(page).toHaveURL(/\/client-login$/)
  await expect(page.getByText('החשבון אינו משויך לתיק לקוח. פנו אלינו ונבדוק')).toBeVisible()
  await expectAccessible(page)
  expect(tables).not.toContain('client_processes')
  await page.goto('/client-portal')
  await expect(page).toHaveURL(/\/client-login$/)
  await page.getByRole('link', { name: 'למערכת של צוות העסק' }).click()
  await expect(page).toHaveURL(/\/crm$/)
  await page.goto('/client-login')
  await page.getByRole('button', { name: 'יציאה וכניסה בחשבון אחר' }).click()
  await expect(page.getByLabel('דוא״ל')).toBeVisible()
})

test('if the check for a client role fails, the portal does not redirect and shows an error with a retry', async ({
  page,
}) => {
  await page.goto('/client-login')
  await page.route('**/rest/v1/process_stages?**', (route) => route.abort(), { times: 1 })
  await fillIn(page, 'client')
  await expect(page.getByRole('alert')).toContainText('אין חיבור לשרת')
  await page.getByRole('button', { name: 'בדיקה נוספת' }).click()
  await expect(stagesOf(page)).toHaveCount(6)
  await page.route('**/rest/v1/contacts?**', (route) => route.abort(), { times: 1 })
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('לא הצלחנו לטעון את העמוד')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'ניסיון נוסף' }).click()
  await expect(stagesOf(page)).toHaveCount(6)
})

test('a password reset can be requested at the portal sign-in and does not reveal whether an address is registered', async ({
  page,
}) => {
  await page.goto('/client-login')
  await page.getByRole('link', { name: 'שכחתי סיסמה' }).click()
  await expect(page).toHaveURL(/\/client-login\?mode=forgot$/)
  // The URL changes before the screen.
  await expect(page.getByRole('heading', { level: 1, name: 'איפוס סיסמה' })).toBeVisible()
  await page.getByLabel('דוא״ל').fill(`nobody-${Date.now()}@example.com`)
  await page.getByRole('button', { name: 'שליחת קישור' }).click()
  await expect(page.getByText('אם הכתובת רשומה אצלנו')).toBeVisible()
  await page.getByRole('link', { name: 'חזרה לכניסה' }).click()
  await expect(page).toHaveURL(/\/client-login$/)
})

test('a client opens the checkout of an order that staff created', async ({ page }) => {
  const title = `תשלום מהאזור האישי ${Date.now()}`
  await sql(
    `insert into orders (contact_id, product_id, title, amount_agorot, name, email, by_staff, held_until, is_demo)
     select c.id, p.id, $1, 12300, 'איתי', u.email, true, now() + interval '7 days', true
     from contacts c join auth.users u on u.id = c.client_user_id, (select id from products where is_active order by slug limit 1) p
     where u.email = $2`,
    [title, loginOf('client').email],
  )
  await signIn(page, 'client', '/client-portal/payments')
  await page.getByRole('button', { name: new RegExp(`^לתשלום: ${title}, `) }).click()
  await expect(page).toHaveURL(/\/checkout\?order=[\w-]{32}$/)
  await expect(page.getByText(title)).toBeVisible()
  await sql(`update orders set status = 'cancelled' where title = $1`, [title])
})

test('the spinner is 16, 20 or 24 pixels wide and announces loading', async ({ page }) => {
  await page.goto('/auth')
  const widths = await page.evaluate(() =>
    ['sm', 'md', 'lg'].map((size) => {
      const ring = document.createElement('span')
      ring.className = `spinner spinner--${size}`
      ring.style.display = 'block'
      document.body.append(ring)
      return ring.offsetWidth
    }),
  )
  expect(widths).toEqual([16, 20, 24])
  const page2 = await page.request.get('/client-portal')
  expect(await page2.text()).toContain('<span>טוען...</span>')
})

for (const { name, viewport, settings, colorScheme } of [
  { name: 'on a phone', viewport: { width: 390, height: 844 }, settings: {}, colorScheme: 'light' },
  {
    name: 'in the dark, with letters of 160 %',
    viewport: { width: 390, height: 844 },
    settings: { fontScale: 1.6 },
    colorScheme: 'dark',
  },
  {
    name: 'in high contrast',
    viewport: { width: 1024, height: 768 },
    settings: { contrast: 'high' },
    colorScheme: 'light',
  },
] as const)
  test(`the portal is accessible ${name}`, async ({ browser }) => {
    const { page, context, quiet } = await openWindow(browser, { viewport, colorScheme })
    await context.addInitScript((kept) => localStorage.setItem('a11y-settings', kept), JSON.stringify(settings))
    await page.goto('/client-login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectUsable(page)
    await fillIn(page, 'client')
    await expect(stagesOf(page)).toHaveCount(6)
    await expectUsable(page)
    quiet()
    await context.close()
  })

async function expectUsable(page: Page) {
  await expectAccessible(page)
  const { wide, seen } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: innerWidth }))
  expect(wide, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(seen)
}

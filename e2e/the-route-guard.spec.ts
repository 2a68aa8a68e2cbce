import { expect, test } from '@playwright/test'
import { expectAccessible, loginOf, signIn, startSession } from './browser-helpers.ts'

test('a visitor is redirected to sign in, and afterwards back to the requested page', async ({ page }) => {
  await page.goto('/crm/pipeline')
  await expect(page).toHaveURL(/\/auth/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('דוא״ל').fill(loginOf('sales').email)
  await page.getByLabel('סיסמה', { exact: true }).fill(loginOf('sales').password)
  await page.getByRole('button', { name: 'כניסה', exact: true }).click()
  await expect(page).toHaveURL(/\/crm\/pipeline$/)
})

test('a sign-up shows that a confirmation mail was sent', async ({ page }) => {
  await page.goto('/auth?mode=signup')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('דוא״ל').fill(`new-${Date.now()}@example.com`)
  await page.getByLabel('סיסמה', { exact: true }).fill('ארוכה-מספיק-1')
  await page.getByRole('button', { name: 'פתיחת חשבון' }).click()
  await expect(page.getByText('הקישור שבה מאמת את הכתובת')).toBeVisible()
})

test('a client in the CRM sees no data of the business, and a link to the portal', async ({ page }) => {
  await signIn(page, 'client')
  const notice = page.getByText('התהליך שלכם, השלבים והצעד הבא מחכים באזור האישי')
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await page.goto('/crm/pipeline')
  await expect(notice).toBeVisible()
  await expect(page.locator('[data-card]')).toHaveCount(0)
  await page.getByRole('link', { name: 'לאזור האישי' }).click()
  await expect(page).toHaveURL(/\/client-portal$/)
  await expect(page.getByRole('heading', { name: 'הדרך שלכם' })).toBeVisible()
})

test('admin pages are denied to non-admins, and unknown ones show a 404 inside the frame', async ({ page }) => {
  await page.goto('/admin/no-such-page')
  await expect(page).toHaveURL(/\/auth$/)
  await startSession(page, loginOf('coach'))
  await page.goto('/admin/no-such-page')
  await expect(page.getByText('העמודים האלה פתוחים להנהלת העסק')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('complementary').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'יציאה' }).click()
  await expect(page).toHaveURL(/\/auth/)
  await startSession(page, loginOf('admin'))
  await page.goto('/admin/no-such-page')
  await expect(page.getByText('ייתכן שהקישור השתנה או שהעמוד הוסר')).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'היום' }).first()).toBeVisible()
})

test('spec §2: every staff page is behind the guard, including planned ones', async ({ page }) => {
  for (const path of [
    '/crm',
    '/crm/payment/00000000-0000-4000-8000-000000000001',
    '/crm/seo-manager',
    '/admin/component-templates',
    '/admin/webinars',
    '/admin/webinar-templates',
  ]) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/auth$/)
  }
})

test('spec §2: a loading page shows a spinner, and a session check shows its own text', async ({ page }) => {
  await signIn(page, 'sales')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/contacts-screen-[^/]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'אנשי קשר' }).first().click()
  await expect(page.getByText('טוען...')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'אנשי קשר' })).toBeVisible()

  let releaseRoles = () => {}
  const rolesHeld = new Promise<void>((resolve) => (releaseRoles = resolve))
  await page.route('**/rest/v1/user_roles?**', async (route) => {
    await rolesHeld
    await route.continue()
  })
  await page.reload()
  await expect(page.getByText('אימות הרשאות...')).toBeVisible()
  releaseRoles()
  await expect(page.getByRole('heading', { level: 1, name: 'אנשי קשר' })).toBeVisible()
  await page.goto('/crm/no-such-page')
  await expect(page.getByRole('heading', { name: 'העמוד לא נמצא' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'היום' }).first()).toBeVisible()
})

test('/dashboard redirects to /crm', async ({ page }) => {
  await startSession(page, loginOf('owner'))
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/crm$/)
})

test('signing out ends the session in every tab', async ({ context, page }) => {
  await signIn(page, 'coach')
  const tab = await context.newPage()
  await tab.goto('/crm')
  await expect(tab).toHaveURL(/\/crm$/)
  await page.getByRole('complementary').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'יציאה' }).click()
  await expect(page).toHaveURL(/\/auth/)
  await expect(tab).toHaveURL(/\/auth/)
})

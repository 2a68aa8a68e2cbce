// A day on which the cart of a launch is open: on a phone, by keyboard, as visitor, buyer and staff.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow } from './browser-helpers.ts'
import { mailInstallation } from './mail-installation.ts'
import { waitPastSpamGuard } from './wait-past-spam-guard.ts'

const { site, lastLinkTo, signInAsOwner } = mailInstallation()
const phone = { viewport: { width: 390, height: 844 } }

/** Signs in as the owner. Returns a request function for rest/v1 with the owner's token. */
async function ownerAt(page: Page, path: string) {
  // Requests before the sign-in have only the public key.
  const pendingRequest = page.waitForRequest((request) => {
    const { apikey, authorization } = request.headers()
    return request.url().includes('/rest/v1/') && authorization !== `Bearer ${apikey}`
  })
  await signInAsOwner(page, path)
  const { apikey, authorization } = (await (await pendingRequest).allHeaders()) as {
    apikey: string
    authorization: string
  }
  return async (method: 'POST' | 'PATCH', address: string, data: object) => {
    const headers = { apikey, authorization, 'content-type': 'application/json' }
    const answer = await page.request.fetch(`${site}/rest/v1/${address}`, { method, headers, data })
    expect(answer.ok()).toBe(true)
  }
}

/** The staff of a launch, on a phone. Without provider keys, payments go to the local stand-in for a provider. */
async function openStaffWindow(browser: Browser) {
  const staff = await openWindow(browser, phone)
  const ask = await ownerAt(staff.page, '/crm/launches')
  await ask('POST', 'rpc/choose_gateway', { chosen: 'cardcom' })
  await staff.page.getByRole('link', { name: 'שלושה שיעורים על כסף בבית', exact: true }).press('Enter')
  const landing = (await staff.page.getByRole('link', { name: 'עמוד ההצטרפות' }).getAttribute('href'))!
  return { ...staff, ask, landing, launch: landing.split('/')[2]! }
}

/** A registration by keyboard, up to the opened link of the mail. */
type Joins = { email: string; name?: string; timezoneId?: string }
async function joins(
  browser: Browser,
  landing: string,
  { email, name = 'נועה לדוגמה', timezoneId = 'Asia/Jerusalem' }: Joins,
) {
  const { page, context } = await openWindow(browser, { ...phone, timezoneId })
  await page.goto(landing)
  await expectAccessible(page)
  await page.getByLabel('שם פרטי').focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await waitPastSpamGuard(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'הקישור האישי בדרך אליכם' })).toBeVisible()
  await expect.poll(() => lastLinkTo(email, '/plf/')).toBeTruthy()
  const link = lastLinkTo(email, '/plf/')!
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'שלושה שיעורים על כסף בבית' })).toBeVisible()
  return { page, context, link }
}

const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

test('on a launch day a visitor joins and buys, and staff see the payment', async ({ browser }) => {
  const staff = await openStaffWindow(browser)
  await expectAccessible(staff.page)

  const buyer = await joins(browser, site + staff.landing, { email: 'buys@example.com' })
  const stranger = await openWindow(browser, phone)
  await stranger.page.goto(buyer.page.url())
  await expect(stranger.page.getByRole('heading', { name: 'הכניסה מהקישור האישי' })).toBeVisible()
  await stranger.context.close()

  await expectAccessible(buyer.page)
  await press(buyer.page, 'להרשמה')
  await expect(buyer.page.getByRole('heading', { name: 'השלמת ההרשמה' })).toBeVisible()
  await expect(buyer.page.getByLabel('שם מלא')).toHaveValue('נועה לדוגמה')
  await expect(buyer.page.getByLabel('דוא״ל')).toHaveValue('buys@example.com')
  await expect(buyer.page.getByText('המחיר והמקום שמורים לכם עד')).toBeVisible()
  await buyer.page.getByLabel('טלפון נייד').fill('0505550077')
  await buyer.page.getByRole('checkbox', { name: /^קראתי/ }).press('Space')
  await waitPastSpamGuard(buyer.page)
  await buyer.page.getByRole('button', { name: /^מעבר לתשלום מאובטח/ }).press('Enter')
  await buyer.page.waitForURL(/\/page\//)
  await buyer.page.getByRole('button', { name: /^תשלום \S*690/ }).press('Enter')
  await expect(buyer.page.getByRole('heading', { name: 'התשלום התקבל, תודה!' })).toBeVisible()
  await buyer.page.goto(buyer.link)
  await expect(buyer.page.getByRole('heading', { name: 'ברוכים הבאים, אתם בפנים' })).toBeVisible()
  await buyer.context.close()

  await staff.page.reload()
  await expect(staff.page.getByRole('region', { name: 'היום בהרשמה' })).toContainText('690')
  staff.quiet()
  await staff.context.close()
})

test('a participant whose window has closed sees what happened, waits, and is readmitted by staff with a reason', async ({
  browser,
}) => {
  const staff = await openStaffWindow(browser)
  const late = await joins(browser, site + staff.landing, { email: 'lapses@example.com', name: 'לירון בדיקה' })
  const other = await joins(browser, site + staff.landing, {
    email: 'stays-out@example.com',
    timezoneId: 'Europe/London',
  })
  await expect(other.page.getByText(/^אצלכם: .*שעון לונדון$/)).toBeVisible()
  await expect(late.page.getByText(/^אצלכם:/)).toBeHidden()
  await expect(late.page.getByRole('button', { name: 'להרשמה', exact: true })).toBeVisible()

  await staff.ask('PATCH', `launches?id=eq.${staff.launch}`, { cart_closes_at: new Date().toISOString() })
  // The page was loaded before the window closed, so its button is enabled and the server refuses the order.
  await press(late.page, 'להרשמה')
  await expect(late.page.getByText('אפשר להצטרף לרשימת ההמתנה, ונעדכן כשתיפתח שוב')).toBeVisible()
  await late.page.goto(late.link)
  const offer = late.page.getByRole('region', { name: 'ההרשמה נסגרה' })
  await expect(offer).toContainText('ההרשמה הייתה פתוחה עד')
  await expect(offer).toContainText('השיעורים נשארים פתוחים עד')
  await expectAccessible(late.page)
  await press(late.page, 'לרשימת ההמתנה')
  await expect(late.page.getByText('אתם ברשימת ההמתנה')).toBeVisible()
  await late.page.goto(late.link)
  await expect(late.page.getByText('אתם ברשימת ההמתנה')).toBeVisible()
  // The lessons, and the link to leave only this launch, remain available.
  await expect(late.page.getByRole('navigation', { name: 'השיעורים' }).getByRole('link').first()).toBeVisible()
  await expect(late.page.getByRole('heading', { name: 'הסדרה הזאת לא מתאימה עכשיו?' })).toBeVisible()

  await staff.page.reload()
  await expect(staff.page.getByRole('region', { name: 'רשימת ההמתנה' })).toContainText('לירון בדיקה')
  const people = staff.page.getByRole('region', { name: 'משתתפים' })
  const row = people.getByRole('listitem').filter({ has: staff.page.getByRole('link', { name: 'לירון בדיקה' }) })
  await row.getByRole('button', { name: 'הארכה' }).focus()
  await staff.page.keyboard.press('Enter')
  const dialog = staff.page.getByRole('dialog', { name: /הארכת ההרשמה/ })
  await dialog.getByRole('textbox', { name: 'עד יום' }).fill('מחר')
  await dialog.getByRole('button', { name: 'הארכה' }).press('Enter')
  const reason = dialog.getByRole('textbox', { name: 'סיבה' })
  await expect(reason).toHaveAccessibleDescription(/צריך לכתוב סיבה/)
  await expectAccessible(staff.page)
  await reason.fill('לא הייתה רשת בשעה האחרונה')
  await reason.press('Enter')
  await expect(dialog).toBeHidden()

  await late.page.goto(late.link)
  await expect(late.page.getByText('ההרשמה פתוחה עד')).toBeVisible()
  await expect(late.page.getByRole('button', { name: 'להרשמה', exact: true })).toBeVisible()
  await expectAccessible(late.page)
  await other.page.goto(other.link)
  await expect(other.page.getByRole('heading', { name: 'ההרשמה נסגרה' })).toBeVisible()
  staff.quiet()
  for (const { context } of [staff, late, other]) await context.close()
})

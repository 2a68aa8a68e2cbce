// A day on which the cart of a launch is open: on a phone, by keyboard, as visitor, buyer and staff.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow } from './browser-helpers.ts'
import { mailInstallation } from './mail-installation.ts'
import { waitPastSpamGuard } from './wait-past-spam-guard.ts'

const { site, lastLinkTo, signInAsOwner } = mailInstallation()
const phone = { viewport: { width: 390, height: 844 } }

/** Signs in as the owner, who chooses a provider. Its keys are missing, so the stand-in speaks its dialect. */
async function takePayments(page: Page) {
  // Requests before the sign-in have the public key alone.
  const asked = page.waitForRequest((request) => {
    const { apikey, authorization } = request.headers()
    return request.url().includes('/rest/v1/') && authorization !== `Bearer ${apikey}`
  })
  await signInAsOwner(page, '/crm/launches')
  const { apikey, authorization } = (await (await asked).allHeaders()) as { apikey: string; authorization: string }
  const chosen = await page.request.post(`${site}/rest/v1/rpc/choose_gateway`, {
    headers: { apikey, authorization, 'content-type': 'application/json' },
    data: { chosen: 'cardcom' },
  })
  expect(chosen.ok()).toBe(true)
}

/** Joins by keyboard, and opens the mailed link. */
async function joins(browser: Browser, landing: string, email: string) {
  const { page, context } = await openWindow(browser, phone)
  await page.goto(landing)
  await expectAccessible(page)
  await page.getByLabel('שם פרטי').focus()
  await page.keyboard.type('נועה לדוגמה')
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
  const desk = await openWindow(browser, phone)
  await takePayments(desk.page)
  await desk.page.getByRole('link', { name: 'שלושה שיעורים על כסף בבית', exact: true }).press('Enter')
  const landing = (await desk.page.getByRole('link', { name: 'עמוד ההצטרפות' }).getAttribute('href'))!

  const buyer = await joins(browser, site + landing, 'buys@example.com')
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

  await desk.page.reload()
  await expect(desk.page.getByRole('region', { name: 'היום בהרשמה' })).toContainText('690')
  desk.quiet()
  await desk.context.close()
})

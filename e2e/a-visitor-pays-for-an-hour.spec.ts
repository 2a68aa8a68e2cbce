// An appointment that is paid at booking: Back from the checkout returns to the held slot, from which the visitor continues.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'
import { waitPastSpamGuard } from './wait-past-spam-guard.ts'

// A retry creates another appointment type.
const slug = `paid-${Date.now()}`

/**
 * The owner creates an appointment type with a price. Without provider keys, payments use a local stand-in. Returns a function that restores
 * the former provider, for later tests on this server.
 */
async function offerPaidType(browser: Browser) {
  const { page, context } = await openWindow(browser)
  const pendingRequest = page.waitForRequest((request) => {
    const { apikey, authorization } = request.headers()
    return request.url().includes('/rest/v1/') && authorization !== `Bearer ${apikey}`
  })
  await signIn(page, 'owner')
  const { apikey = '', authorization = '' } = await (await pendingRequest).allHeaders()
  const headers = { apikey, authorization, 'content-type': 'application/json' }
  const read = async (path: string) =>
    (await (await page.request.get(`/rest/v1/${path}`, { headers })).json()) as Record<string, string>[]
  const write = async (path: string, data: object) =>
    expect((await page.request.post(`/rest/v1/${path}`, { headers, data })).ok()).toBe(true)
  const [host] = await read('booking_hosts?select=user_id&slug=eq.hila')
  const [product] = await read('products?select=id&order=name&limit=1')
  const [former] = await read('gateway_settings?select=provider&is_chosen=is.true')
  await write('rpc/choose_gateway', { chosen: 'cardcom' })
  const length = { durations: [60], default_duration: 60 }
  const payment = { price_agorot: 45_000, payment_mode: 'full', product_id: product!['id'] }
  await write('appointment_types', {
    user_id: host!['user_id'],
    slug,
    title: 'פגישה בתשלום',
    is_hidden: true,
    ...length,
    ...payment,
  })
  return async () => {
    await write('rpc/choose_gateway', { chosen: former?.['provider'] ?? null })
    await context.close()
  }
}

/** Books up to the checkout of the last free slot of the next month: other tests book the first ones. */
async function goToCheckout(page: Page) {
  await page.goto(`/book/hila/${slug}`)
  await page.getByRole('button', { name: 'חיוניות בלבד' }).click()
  await page.getByRole('button', { name: 'החודש הבא' }).click()
  await page.locator('button[data-day]').last().click()
  await page.locator('label.slot').last().click()
  await expect(page.getByRole('radio').last()).toBeChecked()
  await page.getByRole('button', { name: 'המשך לפרטים' }).click()
  await page.getByLabel('שם מלא').fill('רוני לדוגמה')
  await page.getByLabel('טלפון').fill('050-0000093')
  await page.getByLabel('דוא״ל', { exact: false }).first().fill('roni-pays@example.com')
  await waitPastSpamGuard(page)
  await page.getByRole('button', { name: 'לאישור הפרטים' }).click()
  await expect(page.getByText('והשעה נשמרת לכם בינתיים 15 דקות')).toBeVisible()
  await page.getByRole('button', { name: 'המשך לתשלום' }).click()
  await page.waitForURL(/checkout/)
}

test('Back from the checkout of an appointment returns to the held slot, and to the payment again', async ({
  browser,
}) => {
  const chooseFormerGateway = await offerPaidType(browser)
  const { page, quiet } = await openWindow(browser, { viewport: { width: 390, height: 844 } })
  await goToCheckout(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/appointment\/manage\/[\w-]{32}/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('הפגישה ממתינה לתשלום')
  await expect(page.getByText(/השעה שמורה לכם עד \d\d:\d\d/)).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: 'לתשלום' })
    .or(page.getByRole('link', { name: 'לתשלום' }))
    .first()
    .click()
  await page.waitForURL(/checkout/)
  // Goes back a second time, from the payment page of the provider.
  await page.getByRole('checkbox', { name: /^קראתי/ }).check()
  await waitPastSpamGuard(page)
  await page.getByRole('button', { name: /^מעבר לתשלום מאובטח/ }).click()
  await page.waitForURL(/\/page\//)
  await page.goBack()
  await page.waitForURL(/checkout/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('הפגישה ממתינה לתשלום')
  quiet()
  await chooseFormerGateway()
})

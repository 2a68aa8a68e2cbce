// A purchase in each dialect of the stand-in: on a phone by keyboard with JavaScript, and at a desk without it.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'
import { waitPastSpamGuard } from './wait-past-spam-guard.ts'

const card = '4580280000000008'
let people = 0

/** The owner's choice of a provider. Its keys are missing, so the stand-in speaks its dialect. */
async function choose(browser: Browser, provider: string) {
  const { page, context } = await openWindow(browser)
  // Requests before the sign-in have the public key alone.
  const asked = page.waitForRequest((request) => {
    const { apikey, authorization } = request.headers()
    return request.url().includes('/rest/v1/') && authorization !== `Bearer ${apikey}`
  })
  await signIn(page, 'owner')
  const { apikey, authorization } = (await (await asked).allHeaders()) as { apikey: string; authorization: string }
  const chosen = await page.request.post('/rest/v1/rpc/choose_gateway', {
    headers: { apikey, authorization, 'content-type': 'application/json' },
    data: { chosen: provider },
  })
  expect(chosen.ok()).toBe(true)
  await context.close()
}

/** Bodies that reach our server. The card is typed at the provider. */
function bodiesSentTo(page: Page, baseURL: string) {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(baseURL)) bodies.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  return bodies
}

async function fillIn(page: Page) {
  const number = String(people++ + 10)
  await page.getByLabel('שם מלא').fill('נועה לדוגמה')
  await page.getByLabel('דוא״ל', { exact: false }).first().fill(`noa-buys-${number}@example.com`)
  await page.getByLabel('טלפון נייד').fill(`05055500${number}`)
  await page.getByLabel('מספר תשלומים').selectOption('3')
  await page.getByRole('checkbox', { name: /^קראתי/ }).check()
}

test('a family buys in instalments on a phone, declines once, and reads what the provider confirmed', async ({
  browser,
  baseURL,
}) => {
  await choose(browser, 'cardcom')
  const { page, quiet } = await openWindow(browser, { viewport: { width: 390, height: 844 } })
  const bodies = bodiesSentTo(page, baseURL!)
  await page.goto('/bayit-meuzan')
  await page.getByRole('link', { name: 'להצטרפות' }).first().click()
  await expect(page.getByRole('heading', { name: 'השלמת ההרשמה' })).toBeVisible()
  await expect(page.getByText('ואין חיוב אמיתי')).toBeVisible()
  await expectAccessible(page)
  await fillIn(page)
  await waitPastSpamGuard(page)
  await page.getByRole('button', { name: /^מעבר לתשלום מאובטח/ }).focus()
  await page.keyboard.press('Enter')

  await page.waitForURL(/\/page\//)
  await expectAccessible(page)
  await page.getByLabel('שלוש ספרות בגב הכרטיס').fill('999')
  await page.getByRole('button', { name: /^תשלום \S*690/ }).click()
  await expect(page.getByRole('heading', { name: 'התשלום לא הושלם' })).toBeVisible()
  await expect(page.getByText('הכרטיס לא חויב')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'ניסיון נוסף' }).click()
  await expect(page.getByLabel('שם מלא')).toHaveValue('נועה לדוגמה')
  await page.getByRole('checkbox', { name: /^קראתי/ }).check()
  await waitPastSpamGuard(page)
  await page.getByRole('button', { name: /^מעבר לתשלום מאובטח/ }).click()
  await page.waitForURL(/\/page\//)
  await page.getByRole('button', { name: /^תשלום \S*690/ }).click()
  await expect(page.getByRole('heading', { name: 'התשלום התקבל, תודה!' })).toBeVisible()
  await expect(page.getByText('הדמיה')).toBeVisible()
  await expectAccessible(page)
  expect(bodies.some((body) => body.includes(card))).toBe(false)
  quiet()
})

test('a family buys with Bit without JavaScript', async ({ browser, baseURL }) => {
  await choose(browser, 'payplus')
  const { page } = await openWindow(browser, { javaScriptEnabled: false })
  const bodies = bodiesSentTo(page, baseURL!)
  await page.goto('/bayit-meuzan/checkout')
  await fillIn(page)
  await page.getByRole('button', { name: /^מעבר לתשלום מאובטח/ }).click()
  await page.waitForURL(/\/page\//)
  await page.getByRole('button', { name: 'תשלום ב־Bit' }).click()
  await page.waitForURL(/\/payment-success/)
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'התשלום התקבל, תודה!' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  expect(bodies.some((body) => body.includes(card))).toBe(false)
})

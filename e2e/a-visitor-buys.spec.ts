// A purchase with each API of the local provider stand-in: by keyboard on a phone up to its refund, and without
// JavaScript on a desktop.
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow } from './browser-helpers.ts'
import { chooseGateway } from './choose-gateway.ts'
import { waitPastSpamGuard } from './wait-past-spam-guard.ts'

const card = '4580280000000008'
let people = 0

/** Request bodies sent to our server. The card is entered at the provider. */
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
  const email = `noa-buys-${number}@example.com`
  await page.getByLabel('דוא״ל', { exact: false }).first().fill(email)
  await page.getByLabel('טלפון נייד').fill(`05055500${number}`)
  await page.getByLabel('מספר תשלומים').selectOption('3')
  await page.getByRole('checkbox', { name: /^קראתי/ }).check()
  return email
}

/** The buyer's cancellation notice, submitted with Enter in its last field. */
async function askForCancellation(page: Page, number: string, email: string) {
  await page.goto('/cancel-transaction')
  await page.getByLabel('שם מלא').fill('נועה לדוגמה')
  await page.getByLabel(/^מספר זהות/).fill(number)
  await page.getByLabel('דוא״ל').fill(email)
  await waitPastSpamGuard(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/הודעת הביטול התקבלה ביום/)).toBeVisible()
  await expectAccessible(page)
}

/** The owner refunds the amount required by law, by keyboard. */
async function refundByLaw(owner: Page, number: string) {
  await owner.goto(`/crm/payments?q=${number}`)
  await owner.getByRole('row').filter({ hasText: number }).getByRole('button').press('Enter')
  const order = owner.getByRole('dialog')
  const ledger = await order.getByRole('link', { name: 'לחשבון של הלקוח' }).getAttribute('href')
  await order.getByRole('button', { name: 'החזר', exact: true }).press('Enter')
  // 5 % of 690.
  await expect(order.getByRole('status')).toContainText(/דמי ביטול: \D*34\.5/)
  await order.getByRole('button', { name: /^לקחת את הסכום/ }).press('Enter')
  await expect(order.getByLabel('סכום להחזר בשקלים')).toHaveValue('655.5')
  await order.getByLabel('למה').fill('ביטול בתוך 14 ימים')
  await expectAccessible(owner)
  await order.getByRole('button', { name: 'ביצוע ההחזר' }).press('Enter')
  await expect(owner.getByText('ההחזר בוצע אצל חברת הסליקה')).toBeVisible()
  await owner.goto(ledger!)
  const refund = owner.getByRole('region', { name: 'תשלומים שהתקבלו' }).getByRole('row').filter({ hasText: 'החזר' })
  // A retry refunds the same contact.
  await expect(refund.filter({ hasText: '655.5' }).first()).toBeVisible()
}

test('a family buys in instalments on a phone after a declined card, cancels, and sees the refunded amount', async ({
  browser,
  baseURL,
}) => {
  const { page: owner, context } = await chooseGateway(browser, 'cardcom')
  const { page, quiet } = await openWindow(browser, { viewport: { width: 390, height: 844 } })
  const bodies = bodiesSentTo(page, baseURL!)
  await page.goto('/bayit-meuzan')
  await page.getByRole('link', { name: 'להצטרפות' }).first().click()
  await expect(page.getByRole('heading', { name: 'השלמת ההרשמה' })).toBeVisible()
  await expect(page.getByText('ואין חיוב אמיתי')).toBeVisible()
  await expectAccessible(page)
  const email = await fillIn(page)
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

  const status = page.url()
  const number = await page.locator('dt:has-text("מספר הזמנה") + dd').innerText()
  await askForCancellation(page, number.replaceAll(/\D/g, ''), email)
  await refundByLaw(owner, number.replaceAll(/\D/g, ''))
  await page.goto(status)
  await expect(page.getByRole('heading', { name: 'חלק מההזמנה זוכה' })).toBeVisible()
  await expect(page.locator('dt:text-is("זוכה") + dd')).toContainText('655.5')
  await expectAccessible(page)
  expect(bodies.some((body) => body.includes(card))).toBe(false)
  quiet()
  await context.close()
})

test('a family buys with Bit without JavaScript', async ({ browser, baseURL }) => {
  const { context } = await chooseGateway(browser, 'payplus')
  await context.close()
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

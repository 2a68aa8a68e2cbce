// A payment plan with a saved card: a declined charge, a new card by the payment link, and the next charges.
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow } from './browser-helpers.ts'
import { chooseGateway } from './choose-gateway.ts'
import { sql } from './own-database.ts'
import { waitPastSpamGuard } from './wait-past-spam-guard.ts'

/** The local provider stand-in declines saved cards of payers with this first name. */
const declined = 'decline לדוגמה'

/** Creates the payment link of the plan by keyboard. */
async function linkOf(owner: Page, button: string) {
  await expect(owner.getByRole('dialog')).toHaveCount(0)
  await owner.getByRole('button', { name: button }).press('Enter')
  await expect(owner.getByLabel('המוצר שעליו משלמים')).toHaveValue(/./)
  await owner.getByRole('button', { name: 'יצירת הקישור' }).press('Enter')
  const link = await owner.getByLabel('הקישור לתשלום').inputValue()
  await owner.getByRole('button', { name: 'סיום' }).press('Enter')
  return link
}

async function payBy(page: Page, link: string, name: string) {
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'תשלום בקישור' })).toBeVisible()
  await page.getByLabel('שם מלא').fill(name)
  await page.getByLabel('טלפון נייד').fill('050-5550077')
  await page.getByRole('checkbox', { name: /^קראתי/ }).press('Space')
  await waitPastSpamGuard(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^מעבר לתשלום מאובטח/ }).press('Enter')
  await page.waitForURL(/\/page\//)
  await page.getByRole('button', { name: /^תשלום \S*500/ }).press('Enter')
  await expect(page.getByRole('heading', { name: 'התשלום התקבל, תודה!' })).toBeVisible()
}

/** A charge that is due on a day of rest is made a day or two later. */
async function nextMonth(contact: string) {
  await sql('update charges set due_on = due_on - 35 where contact_id = $1', [contact])
  await sql(`select jobs.enqueue('charge_plans')`)
}
const stateOf = async (contact: string, month: number) =>
  (
    await sql<{ status: string }>(
      'select o.status from orders o join charges c on c.id = o.charge_id where c.contact_id = $1 and c.number = $2',
      [contact, month],
    )
  )[0]?.status

test('a charge of a payment plan is declined, the family pays it with another card on a phone, and the plan continues', async ({
  browser,
}) => {
  const { page: owner, context, headers } = await chooseGateway(browser, 'payplus')
  const [first, last] = declined.split(' ')
  const person = { first_name: first, last_name: last, email: `plan-${Date.now()}@example.com` }
  const added = await owner.request.post('/rest/v1/rpc/add_contact', { headers, data: person })
  const { id } = (await added.json()) as { id: string }

  await owner.goto(`/crm/payment/${id}`)
  await owner.getByRole('button', { name: 'תוכנית תשלומים' }).press('Enter')
  const plan = owner.getByRole('dialog', { name: 'תוכנית תשלומים', exact: true })
  await plan.getByLabel('עבור מה').fill('ליווי משפחתי')
  await plan.getByLabel('סכום כולל בשקלים').fill('1500')
  await plan.getByLabel('כמה תשלומים').fill('3')
  await plan.getByRole('button', { name: 'רישום התוכנית' }).press('Enter')
  const { page: family, quiet } = await openWindow(browser, { viewport: { width: 390, height: 844 } })
  await payBy(family, await linkOf(owner, 'קישור לתשלום ולשמירת כרטיס'), declined)

  await nextMonth(id)
  await expect.poll(() => stateOf(id, 2)).toBe('failed')
  await owner.reload()
  await expect(owner.getByText(/החיוב לא אושר ב־.+ ננסה שוב ב־.+/)).toBeVisible()
  await expectAccessible(owner)
  await payBy(family, await linkOf(owner, 'קישור להחלפת כרטיס'), 'נועה לדוגמה')
  expect(await stateOf(id, 2)).toBe('paid')
  await expectAccessible(family)

  await nextMonth(id)
  await expect.poll(() => stateOf(id, 3)).toBe('paid')
  await owner.reload()
  const months = owner.getByRole('region', { name: 'חיובים', exact: true }).getByRole('row')
  await expect(months.filter({ hasText: /תשלום \d מתוך 3/ }).filter({ hasText: 'שולם' })).toHaveCount(3)
  await expect(owner.getByText('החיוב לא אושר')).toHaveCount(0)
  quiet()
  await context.close()
})

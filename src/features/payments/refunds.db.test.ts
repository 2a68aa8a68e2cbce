import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { computeBalance } from './balance.ts'
import type { Charge, Payment } from './payments.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const one = async (sql: string, values?: unknown[]) => (await db.sql<{ id: string }>(sql, values))[0]!.id

const newContact = () => one(`insert into contacts (first_name) values ('נועה') returning id`)
const charge = (contact: string, amount: number) =>
  one(
    `insert into charges (contact_id, title, amount_agorot, due_on) values ($1, 'ליווי', $2, current_date - 30) returning id`,
    [contact, amount],
  )
const pay = (contact: string, amount: number, chargeId: string | null = null) =>
  one(
    `insert into payments (contact_id, method, amount_agorot, charge_id, paid_on) values ($1, 'bit', $2, $3, current_date - 20) returning id`,
    [contact, amount, chargeId],
  )
const insert = `insert into payments (contact_id, kind, refund_of, refund_reason, method, amount_agorot) values ($1, 'refund', $2, $3, 'bit', $4)
  returning id, credited_agorot, charge_id`
type Refund = { id: string; credited_agorot: number; charge_id: string | null }
const refund = async (contact: string, payment: string | null, amount: number, reason: string | null = 'התחרטו') =>
  (await db.as<Refund>(as.owner, insert, [contact, payment, reason, amount]))[0]!
const voidEntry = (id: string, reason: string | null) =>
  db.as(as.owner, 'update payments set void_reason = $2 where id = $1', [id, reason])

test('owners and admins can refund and void refunds, the sales role cannot', async () => {
  const contact = await newContact()
  const payment = await pay(contact, 5000)
  const sql = `insert into payments (contact_id, kind, refund_of, refund_reason, method, amount_agorot)
    values ('${contact}', 'refund', '${payment}', 'התחרטו', 'bit', 1) returning id`
  expect(await whoMay(db, as, sql)).toBe('owner admin')
  const { id } = await refund(contact, payment, 100)
  expect(await whoMay(db, as, `update payments set void_reason = 'טעות' where id = '${id}' returning id`)).toBe(
    'owner admin',
  )
})

test('a refund is limited to the rest of its payment', async () => {
  const contact = await newContact()
  const payment = await pay(contact, 2000)
  await expect(refund(contact, payment, 5000)).rejects.toMatchObject({ message: 'refund_too_large' })
  await refund(contact, payment, 1500)
  await expect(refund(contact, payment, 501)).rejects.toMatchObject({ message: 'refund_too_large' })
  const last = await refund(contact, payment, 500)
  await voidEntry(last.id, 'נרשם בטעות')
  await refund(contact, payment, 400)
  await expect(voidEntry(last.id, null)).rejects.toMatchObject({ message: 'refund_too_large' })
})

test('concurrent refunds are recorded only up to the amount of the payment', async () => {
  const contact = await newContact()
  const payment = await pay(contact, 1000)
  const settled = await Promise.allSettled(
    Array.from({ length: 6 }, () => db.sql(insert, [contact, payment, 'התחרטו', 400])),
  )
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('a refund needs a reason and a valid payment by the same contact', async () => {
  const contact = await newContact()
  const payment = await pay(contact, 1000)
  const ofOther = await pay(await newContact(), 1000)
  for (const wrong of [null, ofOther, crypto.randomUUID()])
    await expect(refund(contact, wrong, 100)).rejects.toMatchObject({ message: 'refund_without_payment' })
  await expect(refund(contact, payment, 100, null)).rejects.toMatchObject({ constraint: 'refund_without_reason' })
  await expect(refund(contact, payment, 100, ' ')).rejects.toMatchObject({ constraint: 'refund_reason_length' })
  const first = await refund(contact, payment, 100)
  await expect(refund(contact, first.id, 50)).rejects.toMatchObject({ message: 'refund_without_payment' })
  await expect(voidEntry(payment, 'טעות')).rejects.toMatchObject({ message: 'payment_has_refunds' })
  await voidEntry(first.id, 'טעות')
  await voidEntry(payment, 'טעות')
  await expect(refund(contact, payment, 100)).rejects.toMatchObject({ message: 'refund_without_payment' })
})

test('a refund first uses up the credit, and the rest cancels charges instead of creating a debt', async () => {
  const contact = await newContact()
  const due = await charge(contact, 1000)
  const payment = await pay(contact, 1300, due)
  expect(await refund(contact, payment, 200)).toMatchObject({ credited_agorot: 0, charge_id: due })
  expect(await refund(contact, payment, 500)).toMatchObject({ credited_agorot: 400 })
  const [day] = await db.as<{ today: { items: { kind: string; contact: { id: string } | null }[] } }>(
    as.owner,
    'select today()',
  )
  expect(day!.today.items.filter((item) => item.contact?.id === contact)).toEqual([])
})

/** The balance as computed for the screens, and the overdue total as computed by the database. */
async function stateOf(contact: string) {
  const charges = await db.sql<Charge>('select *, due_on::text, created_at::text from charges where contact_id = $1', [
    contact,
  ])
  const payments = await db.sql<Payment>('select *, paid_on::text from payments where contact_id = $1', [contact])
  const [day] = await db.as<{ today: { items: { amount_agorot?: number; contact: { id: string } | null }[] } }>(
    as.owner,
    'select today()',
  )
  const { owed, overdue, charges: settled } = computeBalance(charges, payments, '2099-01-01')
  const states = Object.fromEntries(settled.map(({ id, state }) => [id, state]))
  return { owed, overdue, states, isOverdueToday: day!.today.items.some((item) => item.contact?.id === contact) }
}
const voidCharge = (id: string, reason: string | null) =>
  db.as(as.owner, 'update charges set void_reason = $2 where id = $1', [id, reason])

test.each([['assigned to its charge'], ['without a charge']])(
  'voiding a charge whose payment was refunded pays no other charge: a payment %s',
  async (way) => {
    const contact = await newContact()
    const first = await charge(contact, 1000)
    const second = await charge(contact, 700)
    const payment = await pay(contact, 1000, way === 'without a charge' ? null : first)
    expect(await refund(contact, payment, 1000)).toMatchObject({ credited_agorot: 1000, charge_id: first })
    const before = { owed: 700, overdue: 700, states: { [first]: 'paid', [second]: 'overdue' }, isOverdueToday: true }
    expect(await stateOf(contact)).toEqual(before)
    await voidCharge(first, 'בוטל')
    expect(await stateOf(contact)).toEqual({ ...before, states: { [first]: 'void', [second]: 'overdue' } })
    await voidCharge(first, null)
    expect(await stateOf(contact)).toEqual(before)
  },
)

test('a refund after its charge was voided does not change other charges', async () => {
  const contact = await newContact()
  const first = await charge(contact, 1000)
  const second = await charge(contact, 700)
  const payment = await pay(contact, 1000, first)
  await voidCharge(first, 'בוטל')
  expect(await refund(contact, payment, 1000)).toMatchObject({ credited_agorot: 0 })
  expect(await stateOf(contact)).toMatchObject({ owed: 700, states: { [second]: 'overdue' }, isOverdueToday: true })
})

test('a refund of the newer of two unassigned payments cancels the newer charge', async () => {
  const contact = await newContact()
  const first = await charge(contact, 1000)
  const second = await charge(contact, 700)
  await pay(contact, 1000)
  const payment = await pay(contact, 700)
  expect(await refund(contact, payment, 700)).toMatchObject({ credited_agorot: 700, charge_id: second })
  await voidCharge(second, 'בוטל')
  expect(await stateOf(contact)).toMatchObject({ owed: 0, states: { [first]: 'paid', [second]: 'void' } })
})

test('the timeline shows the amount and reason of a refund', async () => {
  const contact = await newContact()
  await refund(contact, await pay(contact, 1000), 300, 'ביטול הסדנה')
  const lines = await db.sql(`select payload from activities where contact_id = $1 and type = 'payment.refunded'`, [
    contact,
  ])
  expect(lines).toEqual([{ payload: { amount_agorot: 300, method: 'bit', reason: 'ביטול הסדנה' } }])
})

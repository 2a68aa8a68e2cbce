import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { orderMaker } from './order.fixture.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const make = orderMaker(db)
const template = (await db.sql<{ id: string }>('select id from process_templates limit 1'))[0]!.id

async function opened(known: Parameters<typeof make.product>[0] = {}) {
  const { product, price } = await make.product(known)
  const contact = await make.contact()
  const order = await make.order({ contact, product, price })
  const attempt = await make.attempt(order)
  const answer = (result: object) => make.move(order, { kind: 'answer', attempt: attempt.id, answer: result })
  return { product, price, contact, order, attempt, answer, paid: make.paidAnswer(attempt.reference) }
}
const ledger = (order: string) =>
  db.sql<{ kind: string; amount_agorot: number; provider: string }>(
    'select kind, amount_agorot, provider from payments where order_id = $1 order by recorded_at, kind',
    [order],
  )
const events = async (order: string) =>
  (
    await db.sql<{ type: string }>(
      `select type from domain_events where entity_id = $1 and type like 'order.%' order by id`,
      [order],
    )
  ).map(({ type }) => type)
const tasks = async (contact: string) =>
  (await db.sql<{ name: string }>('select name from tasks where contact_id = $1 order by created_at', [contact])).map(
    ({ name }) => name.replace(/ \(הזמנה .*/, ''),
  )
const stateOf = async (attempt: string) =>
  (await db.sql<{ state: string }>('select state from payment_attempts where id = $1', [attempt]))[0]!.state

test('an opened page awaits payment, and its first check is scheduled two minutes later', async () => {
  const { order, attempt } = await opened()
  expect(await db.sql('select status from orders where id = $1', [order])).toEqual([{ status: 'awaiting_payment' }])
  const [job] = await db.sql<{ seconds: number }>(
    `select round(extract(epoch from run_at - now()))::int as seconds from graphile_worker.jobs where key = $1`,
    [`payment ${attempt.id}`],
  )
  expect(job!.seconds).toBeGreaterThan(100)
  expect(job!.seconds).toBeLessThanOrEqual(120)
})

test('a verified payment creates a ledger entry, an enrolment, a process, a task and one event', async () => {
  const { order, contact, product, answer, paid, attempt } = await opened({ template })
  expect(await answer(paid)).toMatchObject({ status: 'paid', paid_agorot: 69_000, attention: null })
  expect(await ledger(order)).toEqual([{ kind: 'payment', amount_agorot: 69_000, provider: 'cardcom' }])
  const [charge] = await db.sql(
    'select title, amount_agorot, vat_percent::float8, product_id from charges where order_id = $1',
    [order],
  )
  expect(charge).toEqual({ title: 'בית מאוזן', amount_agorot: 69_000, vat_percent: 18, product_id: product })
  expect(
    await db.sql('select price_id is not null as priced from enrolments where contact_id = $1', [contact]),
  ).toEqual([{ priced: true }])
  const stages = await db.sql<{ status: string; due: boolean }>(
    `select i.status, i.due_on is not null as due from process_stage_instances i join client_processes p on p.id = i.client_process_id
     join process_stages s on s.id = i.process_stage_id where p.contact_id = $1 order by s.stage_order`,
    [contact],
  )
  expect(stages[0]).toEqual({ status: 'active', due: true })
  expect(new Set(stages.slice(1).map(({ status }) => status))).toEqual(new Set(['locked']))
  expect(await tasks(contact)).toContain('להזמין לאזור האישי')
  expect(await events(order)).toEqual(['order.paid'])
  expect(await stateOf(attempt.id)).toBe('paid')
})

test('a repeated response changes nothing, and a later decline does not revert a payment', async () => {
  const { order, contact, answer, paid, attempt } = await opened()
  await answer(paid)
  await answer(paid)
  await answer({ state: 'declined', transactionId: 'late', reason: 'declined' })
  expect(await answer({ state: 'pending' })).toMatchObject({ status: 'paid', paid_agorot: 69_000 })
  expect(await ledger(order)).toHaveLength(1)
  expect(await events(order)).toEqual(['order.paid'])
  expect((await tasks(contact)).filter((name) => name === 'להזמין לאזור האישי')).toHaveLength(1)
  expect(await stateOf(attempt.id)).toBe('paid')
})

test('100 concurrent responses produce one paid order with one ledger row', async () => {
  const { order, contact, answer, paid } = await opened()
  await Promise.all(Array.from({ length: 100 }, () => answer(paid)))
  expect(await ledger(order)).toHaveLength(1)
  expect(await events(order)).toEqual(['order.paid'])
  expect(await db.sql('select count(*)::int as n from enrolments where contact_id = $1', [contact])).toEqual([{ n: 1 }])
})

test.each([
  ['amount', { amountAgorot: 68_900 }],
  ['currency', { currency: 'USD' }],
  ['terminal', { terminal: '1000' }],
  ['reference', { reference: 'pay_of_another_order_here' }],
  ['reference', { transactionId: undefined }],
])('a response with a different %s records no payment, and staff get one task', async (differs, change) => {
  const { order, contact, answer, attempt, paid } = await opened()
  for (let i = 0; i < 2; i++)
    expect(await answer({ ...paid, ...change })).toMatchObject({
      status: 'awaiting_payment',
      attention: 'answer_differs',
    })
  expect(await ledger(order)).toEqual([])
  expect(await tasks(contact)).toEqual(['לבדוק אצל חברת הסליקה: התשלום שונה מההזמנה'])
  expect(await db.sql('select state, differs from payment_attempts where id = $1', [attempt.id])).toEqual([
    { state: 'disputed', differs },
  ])
})

test('a decline fails the order with its reason, and another attempt can pay it', async () => {
  const { order, answer } = await opened()
  const declined = { state: 'declined', transactionId: 't-declined', reason: 'three_d_secure', rawCode: '900' }
  expect(await answer(declined)).toMatchObject({ status: 'failed' })
  expect(await answer(declined)).toMatchObject({ status: 'failed' })
  expect(await events(order)).toEqual(['order.failed'])
  const second = await make.attempt(order)
  const paid = { kind: 'answer', attempt: second.id, answer: make.paidAnswer(second.reference) }
  expect(await make.move(order, paid)).toMatchObject({ status: 'paid' })
  expect(await events(order)).toEqual(['order.failed', 'order.paid'])
})

test('a decline does not fail an order that has another open page', async () => {
  const { order, answer } = await opened()
  await make.attempt(order)
  expect(await answer({ state: 'declined', transactionId: crypto.randomUUID(), reason: 'declined' })).toMatchObject({
    status: 'awaiting_payment',
  })
  expect(await events(order)).toEqual([])
})

test('an attempt without a transaction expires only after its page has closed, and a later payment is accepted', async () => {
  const { order, answer, attempt, paid } = await opened()
  expect(await answer({ state: 'pending' })).toMatchObject({ status: 'awaiting_payment' })
  expect(await stateOf(attempt.id)).toBe('verifying')
  await db.sql(`update payment_attempts set closes_at = now() where id = $1`, [attempt.id])
  expect(await answer({ state: 'pending' })).toMatchObject({ status: 'cancelled' })
  expect(await stateOf(attempt.id)).toBe('expired')
  expect(await answer(paid)).toMatchObject({ status: 'paid' })
  expect(await events(order)).toEqual(['order.paid'])
})

test('an order that is paid twice records both payments, and staff get a task to refund one', async () => {
  const { order, contact, answer, paid } = await opened()
  const second = await make.attempt(order)
  await answer(paid)
  const again = { kind: 'answer', attempt: second.id, answer: make.paidAnswer(second.reference) }
  expect(await make.move(order, again)).toMatchObject({ status: 'paid', paid_agorot: 138_000, attention: 'paid_twice' })
  expect(await ledger(order)).toHaveLength(2)
  expect(await events(order)).toEqual(['order.paid'])
  expect(await tasks(contact)).toContain('להחזיר תשלום: ההזמנה שולמה פעמיים')
})

test('a paid order whose document failed gets a task to issue one', async () => {
  const { contact, answer, paid } = await opened()
  expect(await answer({ ...paid, document: 'failed' })).toMatchObject({ status: 'paid', attention: 'document_missing' })
  expect(await tasks(contact)).toContain('להפיק חשבונית: חברת הסליקה לא הפיקה')
})

test('an order reserves its seat against other enrolments', async () => {
  const { product, price } = await make.product({ seats: 1 })
  const contact = await make.contact()
  const order = await make.order({ contact, product, price })
  const remaining = async () =>
    (await db.sql<{ n: number }>('select seats_left as n from offers() where id = $1', [product]))[0]!.n
  expect(await remaining()).toBe(0)
  const other = await make.contact()
  const enrol = () =>
    db.sql('insert into enrolments (product_id, price_id, contact_id) values ($1, $2, $3)', [product, price, other])
  await expect(enrol()).rejects.toMatchObject({ message: 'no_places_left' })
  const attempt = await make.attempt(order)
  // The payment arrives after the reservation expired, while the seat is still free.
  await db.sql(`update orders set held_until = now() - interval '1 minute' where id = $1`, [order])
  expect(await remaining()).toBe(1)
  await make.move(order, { kind: 'answer', attempt: attempt.id, answer: make.paidAnswer(attempt.reference) })
  expect(await remaining()).toBe(0)
})

test('a late payment without a free seat is recorded, and staff get a task', async () => {
  const { order, contact, answer, paid, product, price } = await opened({ seats: 1 })
  await db.sql(`update orders set held_until = now() - interval '1 minute' where id = $1`, [order])
  await db.sql('insert into enrolments (product_id, price_id, contact_id) values ($1, $2, $3)', [
    product,
    price,
    await make.contact(),
  ])
  expect(await answer(paid)).toMatchObject({ status: 'paid', attention: 'no_places_left' })
  expect(await ledger(order)).toHaveLength(1)
  expect(await tasks(contact)).toContain('ההזמנה שולמה, ולא נשאר מקום')
})

test('a free order is fulfilled without a payment, and an order with a price is not', async () => {
  const { product, price } = await make.product({ amount: 0 })
  const contact = await make.contact()
  const free = await make.order({ contact, product, price, amount: 0 })
  expect(await make.move(free, { kind: 'free' })).toMatchObject({ status: 'paid', paid_agorot: 0 })
  expect(await events(free)).toEqual(['order.paid'])
  expect(await ledger(free)).toEqual([])
  const { order } = await opened()
  await expect(make.move(order, { kind: 'free' })).rejects.toMatchObject({ message: 'order_is_not_free' })
})

test('staff record partial payments with a reason, up to the amount of the order', async () => {
  const { order } = await opened()
  const pay = (amount: number, reason = 'העברה שאושרה בבנק') =>
    make.move(order, { kind: 'paid_by_hand', amount_agorot: amount, method: 'transfer', reason })
  await expect(pay(100, ' ')).rejects.toMatchObject({ message: 'reason_missing' })
  expect(await pay(20_000)).toMatchObject({ status: 'partially_paid', paid_agorot: 20_000 })
  await expect(pay(49_001)).rejects.toMatchObject({ message: 'more_than_ordered' })
  expect(await pay(49_000)).toMatchObject({ status: 'paid', paid_agorot: 69_000 })
  expect(await events(order)).toEqual(['order.paid'])
  expect(await db.sql('select count(*)::int as n from charges where order_id = $1', [order])).toEqual([{ n: 1 }])
  // A voided payment does not count.
  await db.sql(`update payments set void_reason = 'לא הגיע' where order_id = $1 and amount_agorot = 49000`, [order])
  expect(await db.sql('select status, paid_agorot from orders where id = $1', [order])).toEqual([
    { status: 'partially_paid', paid_agorot: 20_000 },
  ])
})

test('an order that is resubmitted at another price after its payment was voided owes only the new price', async () => {
  const { order, contact } = await opened()
  await make.move(order, { kind: 'paid_by_hand', amount_agorot: 69_000, method: 'transfer', reason: 'ראינו בבנק' })
  await db.sql(`update payments set void_reason = 'לא הגיע' where order_id = $1`, [order])
  await db.sql('update orders set amount_agorot = 59000 where id = $1', [order])
  const { id: attempt, reference } = await make.attempt(order, { amount: 59_000 })
  const answer = make.paidAnswer(reference, { amountAgorot: 59_000 })
  expect(await make.move(order, { kind: 'answer', attempt, answer })).toMatchObject({ status: 'paid' })
  expect(await db.sql('select amount_agorot from charges where order_id = $1', [order])).toEqual([
    { amount_agorot: 59_000 },
  ])
  expect(await db.sql('select * from private.open_charges($1)', [contact])).toEqual([])
})

test('a payment that the provider confirmed cannot be voided', async () => {
  const { order, answer, paid } = await opened()
  await answer(paid)
  await expect(
    db.as(as.owner, `update payments set void_reason = 'טעות' where order_id = $1 returning id`, [order]),
  ).rejects.toMatchObject({ message: 'payment_by_provider' })
})

test('staff can cancel an unpaid order with a reason, but not a paid one', async () => {
  const { order, answer, paid } = await opened()
  await expect(make.move(order, { kind: 'cancelled', reason: '' })).rejects.toMatchObject({ message: 'reason_missing' })
  expect(await make.move(order, { kind: 'cancelled', reason: 'ביקשו לחכות' })).toMatchObject({ status: 'cancelled' })
  // The payment page is still open.
  expect(await answer(paid)).toMatchObject({ status: 'paid' })
  await expect(make.move(order, { kind: 'cancelled', reason: 'טעות' })).rejects.toMatchObject({
    message: 'order_ended',
  })
})

test('a payment after staff cancelled the order is recorded, and staff get a task', async () => {
  const { order, contact, answer, paid } = await opened()
  const cancelled = { kind: 'cancelled', reason: 'ביקשו לחכות' }
  await db.as({ role: 'service_role', sub: ids.owner }, 'select move_order($1, $2)', [order, cancelled])
  expect(await answer(paid)).toMatchObject({ status: 'paid', attention: null })
  expect(await tasks(contact)).toContain('לבדוק תשלום: ההזמנה שולמה אחרי שבוטלה')
})

test('a payment on a page with a previous amount pays the order in part, and staff get a task', async () => {
  const { order, contact, answer, paid } = await opened()
  await db.sql('update orders set amount_agorot = 79000 where id = $1', [order])
  expect(await answer(paid)).toMatchObject({ status: 'partially_paid', paid_agorot: 69_000 })
  expect(await tasks(contact)).toEqual(['לבדוק תשלום: ההזמנה שולמה רק בחלקה'])
})

test('the task of an order paid in part is completed once the rest is paid', async () => {
  const { order, contact, answer, paid } = await opened()
  await db.sql('update orders set amount_agorot = 79000 where id = $1', [order])
  await answer(paid)
  const state = async () =>
    (
      await db.sql<{ status: string }>(`select status from tasks where contact_id = $1 and name like '%רק בחלקה%'`, [
        contact,
      ])
    ).map(({ status }) => status)
  const pay = (amount: number) =>
    make.move(order, { kind: 'paid_by_hand', amount_agorot: amount, method: 'transfer', reason: 'העברה שאושרה בבנק' })
  await pay(4000)
  expect(await state()).toEqual(['To Do'])
  expect(await pay(6000)).toMatchObject({ status: 'paid' })
  expect(await state()).toEqual(['Done'])
})

test('a decline after staff cancelled the order leaves it cancelled', async () => {
  const { order, answer, attempt } = await opened()
  await make.move(order, { kind: 'cancelled', reason: 'ביקשו לחכות' })
  const declined = { state: 'declined', transactionId: crypto.randomUUID(), reason: 'declined' }
  expect(await answer(declined)).toMatchObject({ status: 'cancelled' })
  expect(await stateOf(attempt.id)).toBe('declined')
  expect(await events(order)).toEqual([])
})

test('refunds are recorded before the request, limited to the payment, and idempotent by id', async () => {
  const { order, answer, paid, attempt } = await opened()
  await answer(paid)
  const ask = (refund: string, amount: number) =>
    make.move(order, { kind: 'refund_asked', refund, attempt: attempt.id, amount_agorot: amount, reason: 'ביטול עסקה' })
  const settle = (refund: string, status: string, id: string | null = crypto.randomUUID()) =>
    make.move(order, { kind: 'refund_answer', refund, status, refund_id: status === 'done' ? id : null })
  const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await ask(first, 20_000)
  await ask(first, 20_000)
  await expect(ask(second, 49_001)).rejects.toMatchObject({ message: 'refund_too_large' })
  expect(await settle(first, 'done')).toMatchObject({ status: 'partially_refunded', refunded_agorot: 20_000 })
  expect(await settle(first, 'done')).toMatchObject({ refunded_agorot: 20_000 })
  await ask(second, 49_000)
  expect(await settle(second, 'unknown')).toMatchObject({ refunded_agorot: 20_000 })
  // A refund without a response may have been made, so it counts against the limit.
  await expect(ask(third, 1)).rejects.toMatchObject({ message: 'refund_too_large' })
  expect(await settle(second, 'refused')).toMatchObject({ refunded_agorot: 20_000 })
  await ask(third, 49_000)
  expect(await settle(third, 'done')).toMatchObject({ status: 'refunded', refunded_agorot: 69_000 })
  expect(await ledger(order)).toEqual([
    { kind: 'payment', amount_agorot: 69_000, provider: 'cardcom' },
    { kind: 'refund', amount_agorot: 20_000, provider: 'cardcom' },
    { kind: 'refund', amount_agorot: 49_000, provider: 'cardcom' },
  ])
  expect(await events(order)).toEqual(['order.paid', 'order.refunded', 'order.refunded'])
  expect(await stateOf(attempt.id)).toBe('refunded')
})

/** Records a refund in the ledger that staff made without the provider. */
const refundByHand = (order: string, amount: number) =>
  db.as(
    as.owner,
    `insert into payments (contact_id, kind, refund_of, refund_reason, method, amount_agorot)
     select contact_id, 'refund', id, 'הוחזר בהעברה', 'transfer', $2::integer from payments where order_id = $1 and kind = 'payment'`,
    [order, amount],
  )

test('a refund recorded by staff reduces the amount refundable through the provider', async () => {
  const { order, answer, paid, attempt } = await opened()
  await answer(paid)
  await refundByHand(order, 50_000)
  const ask = (amount: number) =>
    make.move(order, {
      kind: 'refund_asked',
      refund: crypto.randomUUID(),
      attempt: attempt.id,
      amount_agorot: amount,
      reason: 'ביטול עסקה',
    })
  await expect(ask(19_001)).rejects.toMatchObject({ message: 'refund_too_large' })
  await ask(19_000)
  await expect(ask(1)).rejects.toMatchObject({ message: 'refund_too_large' })
})

test('a refund in progress at the provider reduces the amount that staff can record as refunded', async () => {
  const { order, answer, paid, attempt } = await opened()
  await answer(paid)
  const refund = crypto.randomUUID()
  const asked = { kind: 'refund_asked', refund, attempt: attempt.id, amount_agorot: 50_000, reason: 'ביטול עסקה' }
  // The refund is requested, and its transaction is still open.
  const client = await db.owner.connect()
  await client.query('begin')
  await client.query('select move_order($1, $2)', [order, asked])
  const byHand = expect(refundByHand(order, 19_001)).rejects.toMatchObject({ message: 'refund_too_large' })
  await expect
    .poll(() => db.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .toHaveLength(1)
  await client.query('commit')
  client.release()
  await byHand
  await refundByHand(order, 19_000)
  expect(
    await make.move(order, { kind: 'refund_answer', refund, status: 'done', refund_id: crypto.randomUUID() }),
  ).toMatchObject({ status: 'refunded', refunded_agorot: 69_000, attention: null })
})

test('a refund that the provider made after staff recorded a full refund is stored and flagged for staff', async () => {
  const { order, answer, paid, attempt } = await opened()
  await answer(paid)
  const refund = crypto.randomUUID()
  await refundByHand(order, 69_000)
  // Simulates a request of a release that did not refuse it.
  await db.sql(
    `insert into order_refunds (id, order_id, attempt_id, amount_agorot, reason) values ($1, $2, $3, 69000, 'ביטול עסקה')`,
    [refund, order, attempt.id],
  )
  const done = { kind: 'refund_answer', refund, status: 'done', refund_id: crypto.randomUUID() }
  expect(await make.move(order, done)).toMatchObject({ refunded_agorot: 69_000, attention: 'refund_differs' })
  expect(await ledger(order)).toEqual([
    { kind: 'payment', amount_agorot: 69_000, provider: 'cardcom' },
    { kind: 'refund', amount_agorot: 69_000, provider: 'manual' },
  ])
  expect(await db.sql('select status, provider_refund_id from order_refunds where id = $1', [refund])).toEqual([
    { status: 'done', provider_refund_id: done.refund_id },
  ])
  expect(await stateOf(attempt.id)).toBe('refunded')
})

test('concurrent refunds never exceed the payment', async () => {
  const { order, answer, paid, attempt } = await opened()
  await answer(paid)
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      make.move(order, {
        kind: 'refund_asked',
        refund: crypto.randomUUID(),
        attempt: attempt.id,
        amount_agorot: 30_000,
        reason: 'ביטול עסקה',
      }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('neither staff nor the server can write the status of an order directly', async () => {
  const { order } = await opened()
  const service = { role: 'service_role', sub: ids.owner }
  for (const caller of [as.owner, service])
    for (const change of [`status = 'paid'`, 'paid_agorot = 1', 'paid_at = now()'])
      await expect(db.as(caller, `update orders set ${change} where id = $1`, [order])).rejects.toMatchObject({
        code: '42501',
      })
  await expect(
    db.as(service, `update payment_attempts set state = 'paid' where order_id = $1`, [order]),
  ).rejects.toMatchObject({
    code: '42501',
  })
  await expect(db.as(as.owner, `select move_order($1, '{"kind": "free"}')`, [order])).rejects.toMatchObject({
    code: '42501',
  })
})

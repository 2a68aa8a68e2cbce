import { expect, test } from 'vitest'
import { orderMaker } from '#features/orders/order.fixture.ts'
import { testDatabase } from '../../../test/database.ts'
import { makeHost, openGateways } from '../../../test/booking-host.ts'

const db = await testDatabase()
const takes = { payments: true }
const { as, typeId, book, call, hour, change } = await makeHost(db, {
  chosen: (inTransaction) => (takes.payments ? openGateways.chosen(inTransaction) : Promise.resolve(undefined)),
})
const make = orderMaker(db)
const { product } = await make.product()
await change(`price_agorot = 45000, payment_mode = 'full', product_id = '${product}'`)

type Found = { id: string; status: string; order_id: string; version: number; root_id: string; contact_id: string }
let days = 2
const family = (n: number) => ({ email: `family${n}@example.com`, phone: `05000002${10 + n}` })
let families = 0

/** Books a distinct slot for a new family. */
async function bookUnpaid() {
  const startsAt = hour(9, (days += 1))
  const { status, body } = await book(startsAt, family((families += 1)))
  expect(status).toBe(201)
  const appointment = String(body['appointmentId'])
  const [{ order_id: order } = { order_id: '' }] = await rows(`id = '${appointment}'`)
  return { startsAt, body, appointment, order, token: String(body['manageToken']) }
}
const rows = (where: string) => db.sql<Found>(`select * from appointments where ${where} order by created_at desc`)
const orderOf = async (id: string) =>
  (
    await db.sql<{ status: string; amount_agorot: number; title: string; attention: string | null }>(
      'select status, amount_agorot, title, attention from orders where id = $1',
      [id],
    )
  )[0]!
async function pay(order: string, amount = 45_000) {
  const { id, reference } = await make.attempt(order, { amount })
  await make.move(order, {
    kind: 'answer',
    attempt: id,
    answer: make.paidAnswer(reference, { amountAgorot: amount, installments: 1 }),
  })
}
const settle = () => db.sql('select settle_appointments()')
const release = (appointment: string) =>
  db.sql(`update appointments set decide_by = now() - interval '1 minute' where id = $1`, [appointment])
const rulesOf = (appointment: string) =>
  db
    .sql<{ key: string }>(
      `select distinct r.key from scheduled_messages s join message_rules r on r.id = s.rule_id where s.context_id = $1 and s.status = 'scheduled' order by 1`,
      [appointment],
    )
    .then((found) => found.map(({ key }) => key))

test('a booking awaits payment for 15 minutes, and is confirmed by the payment', async () => {
  const { body, appointment, order } = await bookUnpaid()
  expect(body).toMatchObject({ status: 'awaiting_payment', payPath: expect.stringContaining('/checkout?order=') })
  expect(await orderOf(order)).toMatchObject({ status: 'pending', amount_agorot: 45_000, title: 'שיחת היכרות' })
  expect(
    await db.sql(
      // Measured from the response, which may be later than the start of the transaction on a slow machine.
      `select a.decide_by - a.created_at between '15 minutes' and '20 minutes' as holds_time,
         o.held_until - o.created_at between '15 minutes' and '20 minutes' as holds_price
       from appointments a join orders o on o.id = a.order_id where a.id = $1`,
      [appointment],
    ),
  ).toEqual([{ holds_time: true, holds_price: true }])
  expect(await rulesOf(appointment)).toEqual([])

  await pay(order)
  expect(await rows(`id = '${appointment}'`)).toMatchObject([{ status: 'confirmed', decide_by: null }])
  expect(await rulesOf(appointment)).toEqual([
    'appointment.confirmed',
    'appointment.reminder_day',
    'appointment.reminder_hour',
  ])
})

test('paying for an appointment creates no enrolment and no invitation task', async () => {
  const { order, appointment } = await bookUnpaid()
  await pay(order)
  const [{ contact_id: contact } = { contact_id: '' }] = await rows(`id = '${appointment}'`)
  expect(await db.sql('select from enrolments where contact_id = $1', [contact])).toHaveLength(0)
  expect(await db.sql('select from tasks where contact_id = $1', [contact])).toHaveLength(0)
  expect(await db.sql('select kind, amount_agorot from payments where order_id = $1', [order])).toEqual([
    { kind: 'payment', amount_agorot: 45_000 },
  ])
})

test('a deposit is charged with its own amount and title', async () => {
  await change(`payment_mode = 'deposit', deposit_agorot = 10000`)
  const { order } = await bookUnpaid()
  await change(`payment_mode = 'full'`)
  expect(await orderOf(order)).toMatchObject({ amount_agorot: 10_000, title: 'מקדמה: שיחת היכרות' })
})

test('a repeated request with the same key returns the checkout of the same order', async () => {
  const key = { idempotencyKey: crypto.randomUUID(), ...family((families += 1)) }
  const startsAt = hour(9, (days += 1))
  const first = await book(startsAt, key)
  const again = await book(startsAt, key)
  expect(again.body).toMatchObject({
    appointmentId: first.body['appointmentId'],
    payPath: expect.stringContaining('/checkout?order='),
  })
  const [{ root_id: root } = { root_id: '' }] = await rows(`id = '${String(first.body['appointmentId'])}'`)
  expect(await rows(`root_id = '${root}'`)).toHaveLength(1)
})

test('an unpaid slot is released and its order cancelled', async () => {
  const { appointment, order, startsAt } = await bookUnpaid()
  await release(appointment)
  await settle()
  expect(await rows(`id = '${appointment}'`)).toMatchObject([
    { status: 'cancelled', cancelled_by: 'system', cancel_reason: 'התשלום לא הושלם בזמן' },
  ])
  await settle()
  expect(await orderOf(order)).toMatchObject({ status: 'cancelled' })
  expect((await book(startsAt, family((families += 1)))).status).toBe(201)
})

/** The addresses with a scheduled cancellation mail. */
const cancellationsOf = (appointment: string) =>
  db
    .sql<{ to: string }>(
      `select s.to_value as to from scheduled_messages s join message_rules r on r.id = s.rule_id
       where s.context_id = $1 and r.key = 'appointment.cancelled' and s.status = 'scheduled' order by 1`,
      [appointment],
    )
    .then((found) => found.map(({ to }) => to))

test('releasing an unpaid appointment sends a cancellation only to the main attendee', async () => {
  const main = family((families += 1))
  const partner = { partnerName: 'דור לדוגמה', partnerEmail: `partner-${main.email}` }
  const { body } = await book(hour(9, (days += 1)), { ...main, ...partner })
  const appointment = String(body['appointmentId'])
  await db.sql(
    `insert into appointment_attendees (appointment_id, role, name, email) values ($1, 'guest-1', 'יועץ לדוגמה', $2)`,
    [appointment, `guest-${main.email}`],
  )
  await release(appointment)
  await settle()
  expect(await cancellationsOf(appointment)).toEqual([main.email])
})

test('a partner who was sent a message about the request also gets the cancellation', async () => {
  await change('requires_confirmation = true')
  const main = family((families += 1))
  const partner = { partnerName: 'דור לדוגמה', partnerEmail: `partner-${main.email}` }
  const { body } = await book(hour(9, (days += 1)), { ...main, ...partner })
  const appointment = String(body['appointmentId'])
  const [{ order_id: order } = { order_id: '' }] = await rows(`id = '${appointment}'`)
  await pay(order)
  await change('requires_confirmation = false')
  expect(await rulesOf(appointment)).toEqual(['appointment.requested'])
  await db.sql(`update scheduled_messages set status = 'sent' where context_id = $1 and status = 'scheduled'`, [
    appointment,
  ])
  await db.sql(`update appointments set status = 'cancelled', cancelled_by = 'client' where id = $1`, [appointment])
  expect(await cancellationsOf(appointment)).toEqual([main.email, partner.partnerEmail])
})

test('the first retry after the release starts a new attempt, and the next retry returns its checkout', async () => {
  const key = { idempotencyKey: crypto.randomUUID(), ...family((families += 1)) }
  const startsAt = hour(9, (days += 1))
  const first = String((await book(startsAt, key)).body['appointmentId'])
  const [released] = await rows(`id = '${first}'`)
  await release(first)
  await settle()
  const again = await book(startsAt, key)
  expect(again).toMatchObject({ status: 201, body: { status: 'awaiting_payment', startsAt } })
  const second = String(again.body['appointmentId'])
  const [anew] = await rows(`id = '${second}'`)
  expect(second).not.toBe(first)
  expect(anew!.order_id).not.toBe(released!.order_id)
  expect(anew!.root_id).toBe(second)
  expect((await book(startsAt, key)).body).toMatchObject({
    appointmentId: second,
    payPath: expect.stringContaining('/checkout?order='),
  })
  // The new attempt blocks the slot.
  expect((await book(startsAt, family((families += 1)))).body).toMatchObject({ code: 'slot_taken' })
})

test('a retry after the released slot was booked by another visitor is refused with the nearest slots', async () => {
  const key = { idempotencyKey: crypto.randomUUID(), ...family((families += 1)) }
  const startsAt = hour(9, (days += 1))
  const { body } = await book(startsAt, key)
  await release(String(body['appointmentId']))
  await settle()
  expect((await book(startsAt, family((families += 1)))).status).toBe(201)
  const refused = await book(startsAt, key)
  expect(refused).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
  expect(refused.body.nearest).toHaveLength(3)
})

test('a retry after a late payment rebooked the slot returns that appointment', async () => {
  const key = { idempotencyKey: crypto.randomUUID(), ...family((families += 1)) }
  const startsAt = hour(9, (days += 1))
  const { body } = await book(startsAt, key)
  const first = String(body['appointmentId'])
  const [{ order_id: order } = { order_id: '' }] = await rows(`id = '${first}'`)
  await release(first)
  await settle()
  await pay(order)
  const [paid] = await rows(`root_id = '${first}'`)
  expect(paid).toMatchObject({ status: 'confirmed' })
  expect((await book(startsAt, key)).body).toMatchObject({
    appointmentId: paid!.id,
    status: 'confirmed',
    payPath: null,
  })
})

test('an opened payment page of the provider extends the hold by 15 minutes', async () => {
  const { appointment, order } = await bookUnpaid()
  const { id } = await make.attempt(order, { amount: 45_000 })
  await release(appointment)
  await settle()
  expect(await rows(`id = '${appointment}'`)).toMatchObject([{ status: 'awaiting_payment' }])
  await db.sql(`update payment_attempts set opened_at = now() - interval '15 minutes' where id = $1`, [id])
  await settle()
  expect(await rows(`id = '${appointment}'`)).toMatchObject([{ status: 'cancelled' }])
})

test('a payment after the release books the slot again, and the manage link opens it', async () => {
  const { appointment, order, token, startsAt } = await bookUnpaid()
  await release(appointment)
  await settle()
  await pay(order)
  expect(await rows(`order_id = '${order}'`)).toMatchObject([{ status: 'confirmed' }, { status: 'cancelled' }])
  const { body } = await call('open-appointment', { token })
  expect(Date.parse(String(body['startsAt']))).toBe(Date.parse(startsAt))
  expect(body).toMatchObject({ status: 'confirmed', attendees: [{ name: 'נועה לדוגמה', role: 'main' }] })
  expect(await orderOf(order)).toMatchObject({ status: 'paid', attention: null })
})

test('an appointment that was paid after its release uses no package', async () => {
  const { appointment, order } = await bookUnpaid()
  await release(appointment)
  await settle()
  const [{ contact_id: contact } = { contact_id: '' }] = await rows(`id = '${appointment}'`)
  await db.sql('insert into session_packages (contact_id, type_id, total) values ($1, $2, 1)', [contact, typeId])
  await pay(order)
  expect(
    await db.sql('select status, package_id from appointments where order_id = $1 order by status', [order]),
  ).toEqual([
    { status: 'cancelled', package_id: null },
    { status: 'confirmed', package_id: null },
  ])
})

test('a payment after another visitor booked the slot is flagged for staff', async () => {
  const { appointment, order, startsAt } = await bookUnpaid()
  await release(appointment)
  await settle()
  await change(`payment_mode = 'none'`)
  expect((await book(startsAt, family((families += 1)))).status).toBe(201)
  await change(`payment_mode = 'full'`)
  await pay(order)
  expect(await orderOf(order)).toMatchObject({ status: 'paid', attention: 'time_taken' })
  expect(await rows(`order_id = '${order}'`)).toHaveLength(1)
})

test('an appointment cancelled by the client stays cancelled, and its later payment is flagged for staff', async () => {
  const { order, token } = await bookUnpaid()
  expect((await call('cancel-appointment', { token, reason: 'המועד כבר לא מתאים' })).status).toBe(200)
  await pay(order)
  expect(await orderOf(order)).toMatchObject({ status: 'paid', attention: 'appointment_ended' })
  expect(await rows(`order_id = '${order}'`)).toMatchObject([{ status: 'cancelled' }])
})

test('cancelling a paid appointment flags its order for staff, and rescheduling does not', async () => {
  const moved = await bookUnpaid()
  await pay(moved.order)
  const later = hour(15, days)
  expect((await call('move-appointment', { token: moved.token, startsAt: later })).status).toBe(201)
  expect(await orderOf(moved.order)).toMatchObject({ attention: null })
  const [{ id, version } = { id: '', version: 0 }] = await rows(`order_id = '${moved.order}' and status = 'confirmed'`)
  await db.as(as.coach, 'select cancel_appointment($1, $2, $3)', [id, version, 'חולים'])
  expect(await orderOf(moved.order)).toMatchObject({ attention: 'appointment_ended' })
})

test('an appointment of a type with approval becomes pending after the payment', async () => {
  await change('requires_confirmation = true')
  const { appointment, order } = await bookUnpaid()
  await pay(order)
  await change('requires_confirmation = false')
  expect(await rows(`id = '${appointment}'`)).toMatchObject([{ status: 'pending' }])
})

test('an appointment paid by a package has no order', async () => {
  const first = await bookUnpaid()
  await pay(first.order)
  const [{ contact_id: contact } = { contact_id: '' }] = await rows(`id = '${first.appointment}'`)
  await db.sql('insert into session_packages (contact_id, type_id, total) values ($1, $2, 1)', [contact, typeId])
  const { body } = await book(hour(9, (days += 1)), family(families))
  expect(body).toMatchObject({ status: 'awaiting_payment', payPath: null })
  expect(await rows(`id = '${String(body['appointmentId'])}'`)).toMatchObject([{ order_id: null }])
  expect(await call('pay-appointment', { token: body['manageToken'] })).toMatchObject({
    status: 409,
    body: { code: 'payment_not_awaited' },
  })
})

test('the manage link opens the checkout only while a payment is pending', async () => {
  const { order, token } = await bookUnpaid()
  expect((await call('pay-appointment', { token })).body).toMatchObject({
    payPath: expect.stringContaining('/checkout?order='),
  })
  await pay(order)
  expect(await call('pay-appointment', { token })).toMatchObject({ status: 409, body: { code: 'payment_not_awaited' } })
})

test("the partner's link does not open the checkout, which shows the details of the main attendee", async () => {
  const { appointment } = await bookUnpaid()
  const token = 'partner-link-of-an-unpaid-one'
  await db.sql(
    `insert into appointment_links (token_hash, root_id, role) select link_hash($1), root_id, 'partner' from appointments where id = $2`,
    [token, appointment],
  )
  expect(await call('pay-appointment', { token })).toMatchObject({ status: 409, body: { code: 'payment_not_awaited' } })
})

test.each([
  ['a price', `price_agorot = null`, 'price_missing'],
  ['a product', `product_id = null`, 'sold_product_missing'],
  ['a deposit below the price', `payment_mode = 'deposit', deposit_agorot = 45000`, 'deposit_invalid'],
])('a type that is paid at booking needs %s', async (_name, set, constraint) => {
  await expect(change(set)).rejects.toMatchObject({ constraint })
})

test('without a payment provider nothing is booked', async () => {
  takes.payments = false
  const startsAt = hour(9, (days += 1))
  expect(await book(startsAt, family((families += 1)))).toMatchObject({
    status: 503,
    body: { code: 'payment_unavailable' },
  })
  takes.payments = true
  expect(await rows(`starts_at = '${startsAt}'`)).toHaveLength(0)
})

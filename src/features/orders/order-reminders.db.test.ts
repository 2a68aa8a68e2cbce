// Reminders of an abandoned checkout: at most two, and none once the order or a later one for the product is paid.
import { beforeEach, expect, test } from 'vitest'
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { openOrder } from './open-order.server.ts'
import { orderMaker } from './order.fixture.ts'
import { composeOrderMails } from './order-messages.server.ts'

const db = await testDatabase()
await makeActors(db)
const make = orderMaker(db)
const { kernel } = await testKernel(db, { functions: [openOrder] })

const renderMail: RenderMail = async ({ kind, link }) => ({ subject: kind, html: link ?? '', text: '' })
const compose = composeMessage({ compose: composeOrderMails({ renderMail, siteUrl: 'http://site.test' }) })
beforeEach(() => db.sql('delete from scheduled_messages'))

const noon = new Date('2026-11-24T12:00:00+02:00')

/** Sends due messages and returns their mails. */
async function send() {
  await db.sql('delete from mail.outbox')
  await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    sendBatch(tx, { most: 50, now: noon, compose }),
  )
  return db.sql<{ to_address: string; subject: string; html: string }>(
    'select to_address, subject, html from mail.outbox order by created_at',
  )
}
const subjects = async () => (await send()).map(({ subject }) => subject)

type Begun = Awaited<ReturnType<typeof beginOrder>>
async function beginOrder(known?: { contact: string; product: string; price: string }) {
  const about = known ?? { contact: await make.contact(), ...(await make.product()) }
  return { ...about, order: await make.order(about) }
}
/** Sets the time of the last checkout submission. */
const pressed = ({ order }: Begun, ago: string) =>
  db.sql('update orders set terms_agreed_at = now() - $2::interval where id = $1', [order, ago])
const pay = async ({ order }: Begun) => {
  const { id, reference } = await make.attempt(order)
  await make.move(order, { kind: 'answer', attempt: id, answer: make.paidAnswer(reference) })
}
/** Records a transfer by staff in the contact's ledger, for a charge of this product. */
async function recordPayment({ contact }: Begun, product?: string) {
  const [charge] = product
    ? await db.sql<{ id: string }>(
        `insert into charges (contact_id, product_id, title, amount_agorot, due_on) values ($1, $2, 'ליווי', 69000, current_date) returning id`,
        [contact, product],
      )
    : []
  await db.sql(
    `insert into payments (contact_id, charge_id, method, amount_agorot) values ($1, $2, 'transfer', 69000)`,
    [contact, charge?.id ?? null],
  )
}
const remindersOf = ({ order }: Begun) =>
  db.sql<{ key: string; status: string; minutes: number }>(
    `select r.key, s.status, round(extract(epoch from s.planned_at - o.terms_agreed_at) / 60)::integer as minutes
     from scheduled_messages s join message_rules r on r.id = s.rule_id join orders o on o.id = s.context_id
     where s.context_id = $1 and r.anchor = 'left' order by s.planned_at`,
    [order],
  )

test('an abandoned checkout gets reminders after an hour and after a day, with a link to the same order', async () => {
  const leftOrder = await beginOrder()
  expect(await remindersOf(leftOrder)).toEqual([
    { key: 'order.left_hour', status: 'scheduled', minutes: 60 },
    { key: 'order.left_day', status: 'scheduled', minutes: 1440 },
  ])
  await pressed(leftOrder, '59 minutes')
  expect(await subjects()).toEqual([])
  await pressed(leftOrder, '61 minutes')
  const [mail, ...others] = await send()
  expect(others).toEqual([])
  expect([mail!.to_address, mail!.subject]).toEqual(['noa@example.com', 'order_left_hour'])
  const order = new URL(mail!.html).searchParams.get('order')
  const [{ number }] = (await db.sql<{ number: number }>('select number from orders where id = $1', [
    leftOrder.order,
  ])) as [{ number: number }]
  expect(await kernel.invoke('open-order', { order }, { caller: { claims: { role: 'anon' } } as never })).toMatchObject(
    {
      number,
      name: 'נועה לדוגמה',
    },
  )
  await pressed(leftOrder, '1 day 1 minute')
  expect(await subjects()).toEqual(['order_left_day'])
  expect(await subjects()).toEqual([])
})

/** Opens the provider's page and closes it without a payment. */
async function leavePage({ order }: Begun, beforeItCloses?: () => Promise<unknown>) {
  const { id } = await make.attempt(order)
  await beforeItCloses?.()
  await db.sql(`update payment_attempts set closes_at = now() - interval '1 second' where id = $1`, [id])
  return make.move(order, { kind: 'answer', attempt: id, answer: { state: 'pending' } })
}

test("reminders are sent after the provider's page has closed without a payment", async () => {
  const order = await beginOrder()
  expect(await leavePage(order)).toMatchObject({ status: 'cancelled' })
  expect((await remindersOf(order)).map(({ status }) => status)).toEqual(['scheduled', 'scheduled'])
  await pressed(order, '61 minutes')
  expect(await subjects()).toEqual(['order_left_hour'])
  await pressed(order, '1 day 1 minute')
  expect(await subjects()).toEqual(['order_left_day'])
})

test('of two orders whose payment pages have closed, only the later one gets reminders', async () => {
  const first = await beginOrder()
  await leavePage(first)
  const second = await beginOrder(first)
  await leavePage(second)
  expect((await remindersOf(first)).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
  expect((await remindersOf(second)).map(({ status }) => status)).toEqual(['scheduled', 'scheduled'])
})

const cancelByStaff = ({ order }: Begun) => make.move(order, { kind: 'cancelled', reason: 'טעות' })

test.each<[what: string, end: (left: Begun) => Promise<unknown>]>([
  ['the order was paid', pay],
  ['the order was paid after its page had closed', async (order) => [await leavePage(order), await pay(order)]],
  [
    'another order was paid after the page had closed',
    async (order) => [await leavePage(order), await pay(await beginOrder(order))],
  ],
  ['staff cancelled the order before its page closed', (order) => leavePage(order, () => cancelByStaff(order))],
  ['another order of the person for the product was paid', async (order) => pay(await beginOrder(order))],
  ['the order was cancelled', cancelByStaff],
])('the reminders are cancelled when %s', async (_, end) => {
  const order = await beginOrder()
  await end(order)
  expect((await remindersOf(order)).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
})

test.each<[what: string, end: (left: Begun) => Promise<unknown>]>([
  ['the price expired', ({ price }) => db.sql('update prices set active_to = now() where id = $1', [price])],
  [
    'the product is off sale',
    ({ product }) => db.sql('update products set is_active = false where id = $1', [product]),
  ],
  ['its last place was taken', ({ price }) => db.sql('update prices set seats = 1 where id = $1', [price])],
])('a due reminder is skipped when %s', async (what, end) => {
  const order = await beginOrder()
  if (what === 'its last place was taken')
    await beginOrder({ contact: await make.contact(), product: order.product, price: order.price })
  await pressed(order, '61 minutes')
  await end(order)
  expect(await subjects()).toEqual([])
  expect((await remindersOf(order))[0]!.status).toBe('skipped')
})

test.each<[what: string, pay: (left: Begun) => Promise<unknown>]>([
  ['is paid to staff instead of a provider', ({ order }) => make.attempt(order, { provider: 'manual' })],
  [
    'was partially paid to staff',
    ({ order }) =>
      make.move(order, {
        kind: 'paid_by_hand',
        amount_agorot: 9000,
        method: 'transfer',
        reason: 'ההעברה הגיעה לחשבון',
      }),
  ],
  ['was paid in the ledger', (order) => recordPayment(order)],
  ['was paid by a ledger charge of its product', (order) => recordPayment(order, order.product)],
  [
    'led to an enrolment by staff',
    ({ contact, product }) =>
      db.sql('insert into enrolments (contact_id, product_id) values ($1, $2)', [contact, product]),
  ],
])('a checkout that %s gets no reminder and does not count as abandoned', async (_, pay) => {
  const order = await beginOrder()
  await pay(order)
  await pressed(order, '61 minutes')
  expect(await subjects()).toEqual([])
  expect(await types(order)).toEqual(['checkout.started'])
})

test('a payment for another product does not cancel the reminders of an abandoned checkout', async () => {
  const order = await beginOrder()
  await recordPayment(order, (await make.product()).product)
  await pressed(order, '61 minutes')
  expect(await subjects()).toEqual(['order_left_hour'])
  expect(await types(order)).toEqual(['checkout.started', 'checkout.abandoned'])
})

test('a second order gets no reminders if its payer was reminded of an earlier one', async () => {
  const order = await beginOrder()
  await pressed(order, '61 minutes')
  expect(await subjects()).toEqual(['order_left_hour'])
  await db.sql(`update scheduled_messages set status = 'sent' where status = 'sending'`)
  const again = await beginOrder(order)
  expect(await remindersOf(again)).toEqual([])
  expect((await remindersOf(order)).map(({ status }) => status)).toEqual(['sent', 'canceled'])
})

test('of two reminders that quiet hours delayed, only the later one is sent', async () => {
  const order = await beginOrder()
  await db.sql(
    `update scheduled_messages set planned_at = planned_at - interval '25 hours', send_at = send_at - interval '25 hours' where context_id = $1`,
    [order.order],
  )
  expect(await subjects()).toEqual(['order_left_day'])
  expect(await remindersOf(order)).toMatchObject([{ status: 'skipped' }, { status: 'sending' }])
})

const eventsOf = async ({ order }: Begun) => {
  await db.sql('select emit_abandoned_checkouts()')
  return db.sql<{ type: string; payload: object }>(
    `select type, payload from domain_events where entity_id = $1 and type like 'checkout.%' order by id`,
    [order],
  )
}
const types = async (about: Begun) => (await eventsOf(about)).map(({ type }) => type)

test('a checkout emits checkout.started, and checkout.abandoned after an hour without a submission', async () => {
  const order = await beginOrder()
  const payload = { product_id: order.product, amount_agorot: 69_000 }
  expect(await eventsOf(order)).toEqual([{ type: 'checkout.started', payload }])
  await pressed(order, '59 minutes')
  expect(await types(order)).toEqual(['checkout.started'])
  await pressed(order, '61 minutes')
  expect(await eventsOf(order)).toEqual([
    { type: 'checkout.started', payload },
    { type: 'checkout.abandoned', payload },
  ])
  await pressed(order, '70 minutes')
  expect(await types(order)).toEqual(['checkout.started', 'checkout.abandoned'])
})

test('a checkout counts as abandoned once its payment page has closed, but not if staff cancelled it', async () => {
  const [order, cancelled] = [await beginOrder(), await beginOrder()]
  await leavePage(order)
  await leavePage(cancelled, () => cancelByStaff(cancelled))
  for (const about of [order, cancelled]) await pressed(about, '61 minutes')
  expect([await types(order), await types(cancelled)]).toEqual([
    ['checkout.started', 'checkout.abandoned'],
    ['checkout.started'],
  ])
})

test('neither a paid checkout nor one last submitted more than three days ago counts as abandoned', async () => {
  const [bought, old] = [await beginOrder(), await beginOrder()]
  await pay(bought)
  await pressed(bought, '61 minutes')
  await pressed(old, '73 hours')
  expect([await types(bought), await types(old)]).toEqual([['checkout.started'], ['checkout.started']])
})

test('an order made by staff emits no checkout.started event', async () => {
  const known = { contact: await make.contact(), ...(await make.product()) }
  const [order] = await db.sql<{ id: string }>(
    `insert into orders (contact_id, product_id, price_id, title, amount_agorot, name, email, by_staff)
     values ($1, $2, $3, 'בית מאוזן', 100, 'נועה', 'noa@example.com', true) returning id`,
    [known.contact, known.product, known.price],
  )
  expect(await types({ ...known, order: order!.id })).toEqual([])
})

test('an order made by staff for a contact gets no reminders', async () => {
  const order = await beginOrder()
  await db.sql('update orders set by_staff = true, terms_agreed_at = now() where id = $1', [order.order])
  expect((await remindersOf(order)).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
})

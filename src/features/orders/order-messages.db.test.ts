import { expect, test } from 'vitest'
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { claimPurchase } from './claim-purchase.server.ts'
import { openOrder } from './open-order.server.ts'
import { orderMaker } from './order.fixture.ts'
import { composeOrderMails } from './order-messages.server.ts'
import { orderNotices } from './order-notices.server.ts'

const db = await testDatabase()
await makeActors(db)
const make = orderMaker(db)
const { kernel } = await testKernel(db, { functions: [openOrder, claimPurchase] })
const invoke = (name: string, input: object) =>
  kernel.invoke(name, input, { caller: { claims: { role: 'anon' } } as never })

const renderMail: RenderMail = async ({ kind, values, link }) => ({
  subject: kind,
  html: link ?? '',
  text: JSON.stringify(values),
})
const compose = composeMessage({ compose: composeOrderMails({ renderMail, siteUrl: 'http://site.test' }) })

/** Sends the mails that are due `minutesLater` minutes in the future. */
async function send(minutesLater = 0) {
  const now = new Date()
  await db.sql('delete from mail.outbox')
  await db.sql(
    `update scheduled_messages set send_at = send_at - make_interval(mins => $1) where status = 'scheduled'`,
    [minutesLater],
  )
  await inTransaction(db.authenticator, { role: 'service_role' }, (tx) => sendBatch(tx, { most: 50, now, compose }))
  return db.sql<{ to_address: string; subject: string; html: string; text: string }>(
    'select to_address, subject, html, text from mail.outbox order by created_at',
  )
}

async function openOrderOf(amount = 69_000) {
  const order = await make.order({ contact: await make.contact(), ...(await make.product({ amount })), amount })
  return { order, attempt: await make.attempt(order, { amount }) }
}
async function paidOrder() {
  const { order, attempt } = await openOrderOf()
  await make.move(order, { kind: 'answer', attempt: attempt.id, answer: make.paidAnswer(attempt.reference) })
  return { order, attempt }
}
const decline = (order: string, attempt: { id: string }) =>
  make.move(order, {
    kind: 'answer',
    attempt: attempt.id,
    answer: { state: 'declined', reason: 'declined', transactionId: crypto.randomUUID() },
  })

test('a paid order is confirmed by one mail to the entered address, with its VAT, document and a new link', async () => {
  const { order, attempt } = await paidOrder()
  await make.move(order, { kind: 'answer', attempt: attempt.id, answer: make.paidAnswer(attempt.reference) })
  const [mail, ...others] = await send()
  expect(others).toEqual([])
  expect([mail!.to_address, mail!.subject]).toEqual(['noa@example.com', 'order_paid'])
  const { orderDetails, cancelAddress } = JSON.parse(mail!.text) as Record<string, string>
  expect(orderDetails!.replaceAll(/[\u00a0\u200e\u200f]/g, ' ')).toMatch(
    /584\.75.*105\.25.*690.*כרטיס אשראי, 3 תשלומים של +230.*חשבונית מס\/קבלה מספר 20001: http:\/\/127\.0\.0\.1\/doc/s,
  )
  expect(cancelAddress).toBe('http://site.test/cancel-transaction')
  const key = new URL(mail!.html).searchParams.get('ref')
  expect(await invoke('open-order', { order: key })).toMatchObject({ outcome: { kind: 'paid' } })
  expect(await send(60)).toEqual([])
})

test('the mail of a monthly price states the next payment, and the card only if it was saved', async () => {
  const details = async (hasCard: boolean) => {
    const order = await make.order({ contact: await make.contact(), ...(await make.product()) })
    await db.sql(`update orders set plan_interval = 'month', plan_charges = 3 where id = $1`, [order])
    await make.move(order, { kind: 'paid_by_hand', amount_agorot: 69_000, method: 'transfer', reason: 'ההעברה הגיעה' })
    if (hasCard)
      await db.sql(
        `insert into plan_cards (plan_id, provider, expires_on) select id, 'cardcom', '2030-12-31' from payment_plans where order_id = $1`,
        [order],
      )
    const [mail] = await send()
    return (JSON.parse(mail!.text) as { orderDetails: string }).orderDetails
  }
  expect(await details(false)).toMatch(/^התשלום הבא: [\d.\u200e\u200f]+$/m)
  expect(await details(true)).toMatch(/^התשלום הבא: .*, בכרטיס ששולם בו עכשיו/m)
})

test('a declined payment is mailed after half an hour with a retry link, unless the order was paid by then', async () => {
  const [first, second] = [await openOrderOf(), await openOrderOf()]
  for (const { order, attempt } of [first, second]) await decline(order, attempt)
  expect(await send()).toEqual([])
  const { attempt, order } = second
  await make.move(order, { kind: 'answer', attempt: attempt.id, answer: make.paidAnswer(attempt.reference) })
  const mails = await send(60)
  expect(mails.map(({ subject }) => subject).sort()).toEqual(['order_failed', 'order_paid'])
  expect(mails.find(({ subject }) => subject === 'order_failed')!.html).toMatch(
    /^http:\/\/site\.test\/p-[\w-]+\/checkout\?order=[\w-]{32}$/,
  )
})

test('each refund sends a mail with its amount', async () => {
  const { order, attempt } = await paidOrder()
  await send()
  for (const [amount, id] of [
    [10_000, crypto.randomUUID()],
    [5000, crypto.randomUUID()],
  ] as const) {
    await make.move(order, {
      kind: 'refund_asked',
      refund: id,
      attempt: attempt.id,
      amount_agorot: amount,
      reason: 'ביטול',
    })
    await make.move(order, { kind: 'refund_answer', refund: id, status: 'done', refund_id: `r-${id}` })
  }
  const amounts = (await send()).map(({ subject, text }) => [
    subject,
    (JSON.parse(text) as { amount: string }).amount.replaceAll(/\D/g, ''),
  ])
  expect(amounts).toEqual([
    ['order_refunded', '100'],
    ['order_refunded', '50'],
  ])
})

test('sales roles are notified of a paid order and of a declined payment, but not of demo orders', async () => {
  const { order } = await paidOrder()
  const declined = await openOrderOf()
  await decline(declined.order, declined.attempt)
  const events = await db.sql<{ type: string; entity_id: string; is_demo: boolean }>(
    `select * from domain_events where entity_id = any ($1) and type = any ($2)`,
    [[order, declined.order], orderNotices.types],
  )
  const noticesOf = (type: string) =>
    db.sql(
      `select distinct r.role from notifications n join user_roles r on r.user_id = n.user_id where n.type = $1 order by 1`,
      [type],
    )
  await inTransaction(db.authenticator, { role: 'service_role' }, async (tx) => {
    for (const event of events) await orderNotices.handle(tx, { ...event, is_demo: true } as never)
  })
  expect(await noticesOf('order.paid')).toEqual([])
  await inTransaction(db.authenticator, { role: 'service_role' }, async (tx) => {
    for (const event of events) await orderNotices.handle(tx, event as never)
  })
  for (const type of ['order.paid', 'order.failed'])
    expect(await noticesOf(type)).toEqual([{ role: 'admin' }, { role: 'owner' }, { role: 'sales' }])
})

test('a purchase is reported by one page only, and a purchase at the fake provider by none', async () => {
  const real = await paidOrder()
  const local = await openOrderOf()
  const linkTo = async (order: string) => {
    const key = crypto.randomUUID().replaceAll('-', '')
    await db.sql('insert into order_links (token_hash, order_id) values (link_hash($1), $2)', [key, order])
    return key
  }
  const [key, otherKey, localKey] = [await linkTo(real.order), await linkTo(real.order), await linkTo(local.order)]
  expect(await invoke('claim-purchase', { order: localKey })).toEqual({ amountAgorot: null })
  await db.sql('update payment_attempts set is_stand_in = true where id = $1', [local.attempt.id])
  await make.move(local.order, {
    kind: 'answer',
    attempt: local.attempt.id,
    answer: make.paidAnswer(local.attempt.reference),
  })
  expect(await invoke('claim-purchase', { order: localKey })).toEqual({ amountAgorot: null })
  const claims = await Promise.all([key, otherKey, key].map((order) => invoke('claim-purchase', { order })))
  const amounts = claims.map((claim) => (claim as { amountAgorot: number | null }).amountAgorot)
  expect(amounts.filter((amount) => amount !== null)).toEqual([69_000])
})

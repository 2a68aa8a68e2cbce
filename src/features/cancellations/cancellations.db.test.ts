import { pino } from 'pino'
import { expect, test } from 'vitest'
import { matchContact } from '#features/leads/match-contact.server.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import type { Mails, ProductMail } from '#features/email-templates/email-templates.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { orderMaker } from '../orders/order.fixture.ts'
import type { TransactionCancelled } from './cancellations.ts'
import { cancelTransaction } from './cancellations.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const sent: ProductMail[] = []
let isBroken = false
// A fake outbox: it inserts rows like the real outbox, and can be made to fail.
const mails: Mails<Db> = {
  async send(within, mail) {
    if (isBroken) await within.query('insert into no_such_table values (1)')
    sent.push(mail)
    return ''
  },
}
const server = createFunctions({
  pool: db.authenticator,
  functions: [cancelTransaction({ mails, matchContact })],
  log: pino({ level: 'silent' }),
})

const notice = {
  name: 'נועה לדוגמה',
  reference: '1234',
  email: 'noa@example.com',
  phone: '050-0000011',
  what: 'ליווי משפחתי',
}
let requestCount = 0
const cancel = async (input: object) =>
  (await server.invoke('cancel-transaction', input, {
    caller: { claims: as.visitor },
    ip: `203.0.113.${requestCount++}`,
    userAgent: 'test browser',
  })) as TransactionCancelled
const receiptOf = async (receipt: string) => db.as(as.visitor, 'select * from cancellation_receipt($1)', [receipt])

test('a cancellation creates a numbered ticket, a task, an activity, a notification to the owner and a receipt', async () => {
  const { ticketNumber, receivedAt, receipt } = await cancel({ ...notice, mayHaveLonger: 'on' })
  const [row] = await db.sql<{ contact_id: string }>(
    'select contact_id, name, reference, phone, may_have_longer, is_receipt_mailed, ip_trunc from cancellation_requests where ticket_number = $1',
    [ticketNumber],
  )
  expect(row).toMatchObject({
    name: 'נועה לדוגמה',
    reference: '1234',
    phone: '+972500000011',
    may_have_longer: true,
    is_receipt_mailed: true,
    ip_trunc: '203.0.113.0/24',
  })
  const [task] = await db.sql('select name, user_id, priority, due_date > current_date - 1 as is_soon from tasks')
  expect(task).toEqual({
    name: `ביטול עסקה ${ticketNumber} – נועה לדוגמה`,
    user_id: ids.owner,
    priority: 'high',
    is_soon: true,
  })
  const [line] = await db.sql<{ text: string }>(
    `select payload ->> 'text' as text from activities where type = 'cancellation.received' and contact_id = $1`,
    [row!.contact_id],
  )
  expect(line!.text).toBe(
    'ליווי משפחתי\nאסמכתה: 1234\nצוין: מוגבלות, אזרחות ותיקה או עלייה חדשה (זכות ביטול בתוך ארבעה חודשים)',
  )
  const notifications = await db.sql<{ user_id: string }>(
    `select user_id from notifications where type = 'cancellation.received'`,
  )
  expect(notifications.map(({ user_id }) => user_id).toSorted()).toEqual([ids.owner, ids.admin].toSorted())
  expect(sent).toMatchObject([
    { kind: 'cancellation_received', to: 'noa@example.com', values: { firstName: 'נועה', ticketNumber } },
  ])
  expect(await receiptOf(receipt)).toEqual([
    {
      ticket_number: ticketNumber,
      received_at: new Date(receivedAt),
      masked_email: 'n***@example.com',
      is_mailed: true,
    },
  ])
  expect(await receiptOf('A'.repeat(22))).toEqual([])
})

test('a repeated cancellation returns the first ticket with its timestamp', async () => {
  const before = sent.length
  const [one, two] = [await cancel({ ...notice, reference: '7788' }), await cancel({ ...notice, reference: '7788' })]
  expect([two.ticketNumber, two.receivedAt]).toEqual([one.ticketNumber, one.receivedAt])
  expect(sent.length - before).toBe(1)
  // The first receipt link stays valid.
  for (const { receipt } of [one, two])
    expect(await receiptOf(receipt)).toMatchObject([{ ticket_number: one.ticketNumber }])
  const many = await Promise.all([1, 2, 3].map(() => cancel({ ...notice, reference: '9900' })))
  expect(new Set(many.map(({ ticketNumber }) => ticketNumber)).size).toBe(1)
  for (const { receipt } of many) expect(await receiptOf(receipt)).toHaveLength(1)
})

test('a contact with a cancellation cannot be deleted, because the cancellation is evidence', async () => {
  const { ticketNumber } = await cancel({ ...notice, reference: 'הזמנה 16' })
  const cancelling = db.as(
    as.owner,
    'delete from contacts where id = (select contact_id from cancellation_requests where ticket_number = $1)',
    [ticketNumber],
  )
  await expect(cancelling).rejects.toMatchObject({ code: '23503' })
})

test('the task mentions a saved card that is charged for the order named in the notice', async () => {
  const make = orderMaker(db)
  const buyer = { ...notice, phone: '', email: 'by-month@example.com' }
  const taskOf = async (input: object) => {
    const { ticketNumber } = await cancel({ ...buyer, ...input })
    const [task] = await db.sql<{ name: string; contact_id: string }>(
      `select t.name, t.contact_id from cancellation_requests r join tasks t on t.id = r.task_id where r.ticket_number = $1`,
      [ticketNumber],
    )
    return { ...task!, number: ticketNumber }
  }
  const { contact_id: contact } = await taskOf({})
  const order = await make.order({ contact, ...(await make.product()) })
  const [bought] = await db.sql<{ reference: string; plan: string }>(
    `with plan as (insert into payment_plans (contact_id, title) values ($1, 'ליווי') returning id),
       month as (insert into charges (contact_id, plan_id, number, title, amount_agorot, due_on)
         select $1, id, 1, 'ליווי', 69000, current_date from plan returning id),
       card as (insert into plan_cards (plan_id, provider, expires_on) select id, 'cardcom', '2030-12-31' from plan)
     update orders set charge_id = month.id from month, plan where orders.id = $2 returning orders.number::text as reference, plan.id as plan`,
    [contact, order],
  )
  const { reference } = bought!
  const running = await taskOf({ reference })
  expect(running.name).toBe(`ביטול עסקה, והכרטיס מחויב בתוכנית תשלומים: ${running.number} – נועה לדוגמה`)
  await db.sql(`update plan_cards set state = 'stopped' where plan_id = $1`, [bought!.plan])
  const stopped = await taskOf({ reference, what: 'שוב' })
  expect(stopped.name).toBe(`ביטול עסקה ${stopped.number} – נועה לדוגמה`)
})

test('one mailbox gets at most three receipts a day, while every notice still creates a ticket', async () => {
  sent.length = 0
  const email = 'victim@example.com'
  const tickets = []
  for (let n = 0; n < 5; n++) tickets.push(await cancel({ ...notice, phone: '', email, reference: `הזמנה ${n}` }))
  expect(sent).toHaveLength(3)
  expect(new Set(tickets.map(({ ticketNumber }) => ticketNumber)).size).toBe(5)
  expect(await receiptOf(tickets[4]!.receipt)).toMatchObject([{ is_mailed: false }])
})

test('a cancellation is stored even if the receipt mail fails', async () => {
  isBroken = true
  const { receipt, ticketNumber } = await cancel({ ...notice, reference: 'הזמנה 17' })
  isBroken = false
  expect(await receiptOf(receipt)).toMatchObject([{ ticket_number: ticketNumber, is_mailed: false }])
  expect(await db.sql('select from tasks where name like $1', [`%${ticketNumber}%`])).toHaveLength(1)
})

test('only the last four digits of an identity number are stored', async () => {
  for (const reference of ['123456782', '12345678-2']) {
    const { ticketNumber } = await cancel({ ...notice, reference, what: reference.slice(0, 3) })
    expect(
      await db.sql('select reference from cancellation_requests where ticket_number = $1', [ticketNumber]),
    ).toEqual([{ reference: '6782' }])
  }
})

const wrong: [what: string, input: object, fields: string[]][] = [
  ['nothing', {}, ['name', 'reference', 'email']],
  ['no e-mail for the receipt', { ...notice, email: '' }, ['email']],
  ['an incomplete e-mail', { ...notice, email: 'noa@' }, ['email']],
  ['a reference of two digits', { ...notice, reference: '12' }, ['reference']],
  ['a reference that is too long', { ...notice, reference: 'א'.repeat(60) }, ['reference']],
  ['an invalid phone number', { ...notice, phone: '12' }, ['phone']],
  ['a book', { ...notice, what: 'א'.repeat(2001) }, ['what']],
]
test.each(wrong)('%s is refused with a Hebrew message on its field', async (_what, input, fields) => {
  const refusal: { status: number; fields: Record<string, string> } = await cancel(input).then(
    () => Promise.reject(new Error('accepted')),
    (error) => error,
  )
  expect(refusal.status).toBe(422)
  expect(Object.keys(refusal.fields).toSorted()).toEqual(fields.toSorted())
  expect(Object.values(refusal.fields).join()).toMatch(/[א-ת]/)
})

test('after ten cancellations in an hour an IP address is rate-limited', async () => {
  const call = { caller: { claims: as.visitor }, ip: '198.51.100.9' }
  for (let i = 0; i < 10; i++) await server.invoke('cancel-transaction', { ...notice, reference: `flood ${i}` }, call)
  await expect(server.invoke('cancel-transaction', notice, call)).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('owners, admins and sales can read cancellation notices', async () => {
  expect(await whoMay(db, as, 'select from cancellation_requests')).toBe('owner admin sales')
  expect(await whoMay(db, as, 'select from cancellation_receipts')).toBe('no role')
  expect(await whoMay(db, as, `update cancellation_requests set what = '' returning 1`)).toBe('no role')
})

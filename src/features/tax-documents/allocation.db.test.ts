// Invoices held for their allocation number, against a fake document service.
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { composeOrderMails } from '#features/orders/order-messages.server.ts'
import { orderMaker } from '#features/orders/order.fixture.ts'
import { startMorning } from '#integrations/documents/morning.fake.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { askForAllocation } from './ask-for-allocation.server.ts'
import { composeTaxDocument } from './document-mail.server.ts'
import { createDocumentServices } from './document-services.server.ts'
import { issueDocument } from './issue-document.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const make = orderMaker(db)
const local = await startMorning()
const seal = createSealing([makeSealingKey()])('keys')
const services = createDocumentServices({ seal, standIn: local.settings })
const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const issue = (id: string) => issueDocument({ services, transaction }, id)
const ask = (id: string) => askForAllocation({ services, transaction }, id)
afterAll(() => local.stop())

beforeEach(async () => {
  local.documents.length = 0
  local.faults.length = 0
  local.state.isDown = false
  local.state.isTaxLinkValid = false
  await db.sql(`update tax_document_settings set tax_status = 'company', issues_recorded = true`)
  await db.sql(`update gateway_settings set issues_documents = false where provider = 'cardcom'`)
  await db.sql('delete from mail.outbox')
})

const amount = 1_180_000

/** A paid order of a dealer, whose invoice needs an allocation number. */
async function bought(document?: object) {
  const [contact, sold] = [await make.contact(), await make.product({ amount })]
  const order = await make.order({ contact, ...sold, amount })
  await db.sql(`update orders set company_number = '516127057' where id = $1`, [order])
  const { id: attempt, reference } = await make.attempt(order, { amount })
  await make.move(order, {
    kind: 'answer',
    attempt,
    answer: make.paidAnswer(reference, { amountAgorot: amount, document }),
  })
  const [insertedRow] = await db.sql<{ id: string; payment_id: string }>(
    'select id, payment_id from tax_documents where order_id = $1',
    [order],
  )
  return { contact, order, id: insertedRow!.id, payment: insertedRow!.payment_id }
}
async function held() {
  const document = await bought()
  await issue(document.id)
  return document
}
const due = (id: string) => db.sql('update tax_documents set next_try_at = now() where id = $1', [id])
const read = async (id: string) =>
  (
    await db.sql(
      `select status, completed_at is not null as complete, allocation_number, allocation_tries, last_fault, next_try_at is not null as is_asked
       from tax_documents where id = $1`,
      [id],
    )
  )[0]!
const setAllocationNumber = () => {
  for (const document of local.documents) document.allocationNumber = '123456789'
}

const renderMail: RenderMail = async ({ kind, values, link }) => ({
  subject: kind,
  html: link ?? '',
  text: JSON.stringify(values),
})
const compose = composeMessage({
  compose: {
    tax_document: composeTaxDocument({ renderMail }),
    ...composeOrderMails({ renderMail, siteUrl: 'http://site.test' }),
  },
})
/** Sends due mails to one address, which all orders of these tests share. */
async function mails() {
  await transaction((tx) => sendBatch(tx, { most: 100, now: new Date(), compose }))
  const sent = await db.sql<{ subject: string; text: string }>(
    'select subject, text from mail.outbox order by created_at, subject',
  )
  await db.sql('delete from mail.outbox')
  return sent
}

test('an invoice without its required allocation number is held: it is not mailed, and the portal shows only its kind', async () => {
  const { id, contact, order } = await bought()
  await mails()
  await issue(id)
  expect(await read(id)).toMatchObject({ status: 'issued', complete: false, allocation_number: null, is_asked: true })
  expect(await mails()).toEqual([])
  const user = (
    await db.sql<{ id: string }>(`insert into auth.users (email) values ('dealer@example.com') returning id`)
  )[0]!.id
  await db.sql(`insert into user_roles (user_id, role) values ($1, 'client')`, [user])
  await db.sql('update contacts set client_user_id = $2 where id = $1', [contact, user])
  const ledger = () =>
    db.as(
      { role: 'authenticated', sub: user },
      `select document_kind, document_number, document_url is not null as linked from my_ledger() where kind = 'payment'`,
    )
  expect(await ledger()).toEqual([{ document_kind: 'invoice_receipt', document_number: null, linked: false }])
  setAllocationNumber()
  await due(id)
  await ask(id)
  expect(await ledger()).toEqual([
    { document_kind: 'invoice_receipt', document_number: String(local.documents[0]!.number), linked: true },
  ])
  expect(await db.sql('select attention from orders where id = $1', [order])).toEqual([{ attention: null }])
})

test('the order mail does not mention a held invoice', async () => {
  await mails()
  await held()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: 'order_paid' })
  expect(mail!.text).not.toContain('חשבונית')
})

test('the service is polled with growing delays, and the number completes and mails the invoice once', async () => {
  const { id } = await held()
  await mails()
  for (const [tries, minutes] of [
    [1, 1],
    [2, 2],
    [3, 5],
  ]) {
    await due(id)
    await ask(id)
    const [waits] = await db.sql(
      `select allocation_tries as tries, round(extract(epoch from next_try_at - now()) / 60)::int as minutes from tax_documents where id = $1`,
      [id],
    )
    expect(waits).toEqual({ tries, minutes })
    // The next request is not due yet.
    await ask(id)
  }
  expect(await mails()).toEqual([])
  setAllocationNumber()
  await due(id)
  await Promise.all(Array.from({ length: 20 }, () => ask(id)))
  expect(await read(id)).toEqual({
    status: 'issued',
    complete: true,
    allocation_number: '123456789',
    allocation_tries: 4,
    last_fault: null,
    is_asked: false,
  })
  expect(local.documents).toHaveLength(1)
  expect((await mails()).map(({ subject }) => subject)).toEqual(['tax_document'])
  await ask(id)
  expect(await mails()).toEqual([])
})

test('after an error of the service the invoice stays held, with the reason', async () => {
  const { id } = await held()
  const requestAllocation = async () => {
    await due(id)
    await ask(id)
    return read(id)
  }
  local.faults.push('html')
  expect(await requestAllocation()).toMatchObject({ complete: false, last_fault: 'malformed', is_asked: true })
  local.documents[0]!.allocationNumber = '12345'
  expect(await requestAllocation()).toMatchObject({ complete: false, last_fault: null, is_asked: true })
  local.documents.length = 0
  expect(await requestAllocation()).toMatchObject({ complete: false, last_fault: 'not_found', is_asked: true })
})

test('a busy service is not polled before its retry time', async () => {
  const { id } = await held()
  local.faults.push('busy')
  await due(id)
  await ask(id)
  const [waits] = await db.sql(
    `select last_fault, next_try_at > now() + interval '110 seconds' as later from tax_documents where id = $1`,
    [id],
  )
  expect(waits).toEqual({ last_fault: 'busy', later: true })
})

test('the sweep re-enqueues a lost job that polls for a number', async () => {
  const { id } = await held()
  const jobs = () => db.sql('select key from graphile_worker._private_jobs where key = $1', [`allocation ${id}`])
  expect(await jobs()).toHaveLength(1)
  await db.sql('delete from graphile_worker._private_jobs where key = $1', [`allocation ${id}`])
  await db.sql(`update tax_documents set next_try_at = now() - interval '6 minutes' where id = $1`, [id])
  await db.sql('select private.sweep_tax_documents()')
  expect(await jobs()).toHaveLength(1)
})

test('when staff enter the number, the invoice is mailed and the service is no longer polled', async () => {
  const { id } = await held()
  await mails()
  await expect(db.as(as.sales, `select enter_allocation_number($1, '12345678')`, [id])).rejects.toMatchObject({
    message: 'allocation_number_form',
  })
  await db.as(as.sales, `select enter_allocation_number($1, ' 987654321 ')`, [id])
  expect(await read(id)).toMatchObject({ complete: true, allocation_number: '987654321', is_asked: false })
  expect(await db.sql('select allocation_entered_by from tax_documents where id = $1', [id])).toEqual([
    { allocation_entered_by: ids.sales },
  ])
  setAllocationNumber()
  await ask(id)
  await expect(db.as(as.sales, `select enter_allocation_number($1, '111111111')`, [id])).rejects.toMatchObject({
    message: 'document_is_not_held',
  })
  await expect(db.as(as.sales, 'select ask_for_allocation($1)', [id])).rejects.toMatchObject({
    message: 'document_is_not_held',
  })
  expect(await read(id)).toMatchObject({ allocation_number: '987654321' })
  expect((await mails()).map(({ subject }) => subject)).toEqual(['tax_document'])
})

test('a number entered by staff during a request is not replaced by the response', async () => {
  const { id } = await held()
  await due(id)
  await transaction((tx) => tx.query('select * from private.claim_allocation($1)', [id]))
  await db.as(as.owner, `select enter_allocation_number($1, '987654321')`, [id])
  await transaction((tx) =>
    tx.query(`select private.record_allocation($1, '123456789', null, null, null, now())`, [id]),
  )
  expect(await read(id)).toMatchObject({ complete: true, allocation_number: '987654321' })
})

test('staff can trigger a request to the service immediately', async () => {
  const { id } = await held()
  setAllocationNumber()
  await ask(id)
  expect(await read(id)).toMatchObject({ complete: false })
  await db.as(as.sales, 'select ask_for_allocation($1)', [id])
  await ask(id)
  expect(await read(id)).toMatchObject({ complete: true })
})

test('an invoice of the payment provider without a number is held for staff, and mailed once they enter it', async () => {
  await mails()
  const { id } = await bought({ number: '20001', url: 'http://127.0.0.1/doc' })
  expect(await read(id)).toMatchObject({ status: 'issued', complete: false, is_asked: false })
  expect((await mails()).map(({ subject, text }) => [subject, text.includes('20001')])).toEqual([['order_paid', false]])
  await expect(db.as(as.sales, 'select ask_for_allocation($1)', [id])).rejects.toMatchObject({
    message: 'allocation_by_hand_only',
  })
  await db.as(as.sales, `select enter_allocation_number($1, '987654321')`, [id])
  expect((await mails()).map(({ subject }) => subject)).toEqual(['tax_document'])
})

test('a manually entered document without its allocation number is held, otherwise it is complete', async () => {
  const [one, other] = [await bought(), await bought()]
  await db.as(as.sales, `select enter_tax_document($1, '71')`, [one.id])
  await db.as(as.sales, `select enter_tax_document($1, '72', null, '987654321')`, [other.id])
  expect([await read(one.id), await read(other.id)]).toMatchObject([
    { complete: false, is_asked: false },
    { complete: true },
  ])
})

test('a held invoice cannot be completed once its payment is voided', async () => {
  const [contact, sold] = [await make.contact(), await make.product({ amount })]
  const order = await make.order({ contact, ...sold, amount })
  await db.sql(`update orders set company_number = '516127057' where id = $1`, [order])
  await make.move(order, { kind: 'paid_by_hand', amount_agorot: amount, method: 'transfer', reason: 'העברה' })
  const [document] = await db.sql<{ id: string; payment_id: string }>(
    'select id, payment_id from tax_documents where order_id = $1',
    [order],
  )
  await db.as(as.sales, `select enter_tax_document($1, '71')`, [document!.id])
  expect(await read(document!.id)).toMatchObject({ complete: false, is_asked: false })
  await db.as(as.sales, `update payments set void_reason = 'נרשם בטעות' where id = $1`, [document!.payment_id])
  await expect(
    db.as(as.sales, `select enter_allocation_number($1, '111111111')`, [document!.id]),
  ).rejects.toMatchObject({
    message: 'document_is_void',
  })
})

test('without a connected service the number is left to staff', async () => {
  const { id } = await held()
  await due(id)
  await askForAllocation({ services: createDocumentServices({ seal }), transaction }, id)
  expect(await read(id)).toMatchObject({ complete: false, is_asked: false })
})

test('owners are notified of a held invoice, and the notification is closed once the invoice is complete', async () => {
  const { id } = await held()
  const open = () =>
    db.sql(
      `select related_entity_type as about, user_id from notifications where type = 'tax_document.no_allocation' and related_entity_id = $1 and not is_read`,
      [id],
    )
  expect(await open()).toEqual([{ about: 'tax_document', user_id: ids.owner }])
  await db.as(as.owner, `select enter_allocation_number($1, '987654321')`, [id])
  expect(await open()).toEqual([])
})

test('owners are reminded once of an invoice held for three days, and the notification is closed once the invoice is complete', async () => {
  const [{ id }, completed] = [await held(), await held()]
  await db.as(as.owner, `select enter_allocation_number($1, '987654321')`, [completed.id])
  const sweep = () => db.sql('select private.sweep_tax_documents()')
  const heldFor = (hours: number) =>
    db.sql(`update tax_documents set issued_at = now() - make_interval(hours => $1) where id = any ($2)`, [
      hours,
      [id, completed.id],
    ])
  const notices = (document: string) =>
    db.sql<{ title: string; user_id: string; is_read: boolean }>(
      `select title, user_id, is_read from notifications
       where type = 'tax_document.no_allocation' and related_entity_id = $1 order by created_at, title`,
      [document],
    )
  await heldFor(71)
  await sweep()
  expect(await notices(id)).toHaveLength(1)
  await heldFor(73)
  await sweep()
  await sweep()
  const [, second, ...others] = await notices(id)
  expect(second).toEqual({ title: 'חשבונית עדיין ממתינה למספר הקצאה', user_id: ids.owner, is_read: false })
  expect(others).toEqual([])
  expect(await notices(completed.id)).toHaveLength(1)
  await db.as(as.owner, `select enter_allocation_number($1, '987654321')`, [id])
  expect((await notices(id)).map(({ is_read: isRead }) => isRead)).toEqual([true, true])
})

test('a document that was issued late also triggers the reminder', async () => {
  const { id } = await bought()
  await db.sql(`update tax_documents set alarmed_at = now() where id = $1`, [id])
  await issue(id)
  await db.sql(`update tax_documents set issued_at = now() - interval '73 hours' where id = $1`, [id])
  await db.sql('select private.sweep_tax_documents()')
  expect(
    await db.sql(
      `select title from notifications where type = 'tax_document.no_allocation' and related_entity_id = $1 order by title`,
      [id],
    ),
  ).toEqual([{ title: 'חשבונית ממתינה למספר הקצאה' }, { title: 'חשבונית עדיין ממתינה למספר הקצאה' }])
})

test('the notification about a manually entered invoice is closed when its number or payment is reverted', async () => {
  const typed = async () => {
    const [contact, sold] = [await make.contact(), await make.product({ amount })]
    const order = await make.order({ contact, ...sold, amount })
    await db.sql(`update orders set company_number = '516127057' where id = $1`, [order])
    await make.move(order, { kind: 'paid_by_hand', amount_agorot: amount, method: 'transfer', reason: 'העברה' })
    const [{ id, payment } = { id: '', payment: '' }] = await db.sql<{ id: string; payment: string }>(
      'select id, payment_id as payment from tax_documents where order_id = $1',
      [order],
    )
    await db.as(as.sales, `select enter_tax_document($1, '71')`, [id])
    return { id, payment }
  }
  const unread = (id: string) => db.sql('select from notifications where related_entity_id = $1 and not is_read', [id])
  const [renumbered, voided] = [await typed(), await typed()]
  for (const { id } of [renumbered, voided]) expect(await unread(id)).toHaveLength(1)
  await db.as(as.sales, 'update payments set document_number = null where id = $1', [renumbered.payment])
  expect(await unread(renumbered.id)).toEqual([])
  await db.as(as.sales, `update payments set void_reason = 'נרשם בטעות' where id = $1`, [voided.payment])
  expect(await unread(voided.id)).toEqual([])
})

test('an invoice cannot be marked as complete while its number is missing', async () => {
  const { id } = await held()
  await db.sql('update tax_documents set completed_at = now() where id = $1', [id])
  expect(await read(id)).toMatchObject({ complete: false })
})

test.each([
  ['request a number', (id: string) => `select ask_for_allocation('${id}')`],
  ['enter a number', (id: string) => `select enter_allocation_number('${id}', '123456789')`],
])('only the expected roles can %s', async (_what, sql) => {
  const { id } = await held()
  expect(await whoMay(db, as, sql(id))).toBe('owner admin sales')
})

// Tax documents against the stand-in of the document service, over HTTP.
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
import { composeTaxDocument } from './document-mail.server.ts'
import { createDocumentServices } from './document-services.server.ts'
import { issueDocument } from './issue-document.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const make = orderMaker(db)
const [local, account] = [await startMorning(), await startMorning()]
const seal = createSealing([makeSealingKey()])('keys')
const services = createDocumentServices({ seal, standIn: local.settings, urls: account.settings })
const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(db.authenticator, { role: 'service_role' }, work)
const issue = (id: string) => issueDocument({ services, transaction }, id)
afterAll(() => Promise.all([local.stop(), account.stop()]))

beforeEach(async () => {
  for (const { documents, faults, state } of [local, account]) {
    documents.length = 0
    faults.length = 0
    state.isDown = false
    state.isTaxLinkValid = true
  }
  await db.sql(`update tax_document_settings set tax_status = 'company', issues_recorded = true`)
  await db.sql(`update gateway_settings set issues_documents = false where provider = 'cardcom'`)
  await db.sql('delete from gateway_secrets.document_keys')
})

type Row = {
  id: string
  kind: string
  status: string
  by_hand: boolean
  number: string | null
  amount_agorot: number
  vat_percent: number | null
  vat_agorot: number
  corrects_id: string | null
  last_fault: string | null
  provider: string | null
  is_stand_in: boolean
  tries: number
}
const columns =
  'id, kind, status, by_hand, number, amount_agorot, vat_percent::float, vat_agorot, corrects_id, last_fault, provider, is_stand_in, tries'
const read = async (id: string) => (await db.sql<Row>(`select ${columns} from tax_documents where id = $1`, [id]))[0]!
const ofPayment = async (payment: string) =>
  (await db.sql<Row>(`select ${columns} from tax_documents where payment_id = $1`, [payment]))[0]!
/** A payment recorded by staff, whose document is due immediately. */
async function recorded(known: { amount?: number; on?: string; contact?: string } = {}) {
  const contact = known.contact ?? (await make.contact())
  const [payment] = await db.as<{ id: string }>(
    as.sales,
    `insert into payments (contact_id, method, amount_agorot, paid_on) values ($1, 'transfer', $2, coalesce($3, current_date)) returning id`,
    [contact, known.amount ?? 118_000, known.on ?? null],
  )
  const document = await ofPayment(payment!.id)
  await due(document.id)
  return { contact, payment: payment!.id, document: document.id }
}
const due = (id: string) => db.sql('update tax_documents set next_try_at = now() where id = $1', [id])
const refund = async ({ contact, payment }: { contact: string; payment: string }, amount: number) => {
  const [insertedRow] = await db.as<{ id: string }>(
    as.owner,
    `insert into payments (contact_id, kind, refund_of, refund_reason, method, amount_agorot) values ($1, 'refund', $2, 'בקשה', 'transfer', $3) returning id`,
    [contact, payment, amount],
  )
  return ofPayment(insertedRow!.id)
}
/** An order that the provider reports as paid. */
async function bought({
  document,
  isStandIn = false,
  company = null as string | null,
  amount = 69_000,
}: { document?: object | string; isStandIn?: boolean; company?: string | null; amount?: number } = {}) {
  const [contact, sold] = [await make.contact(), await make.product({ amount })]
  const order = await make.order({ contact, ...sold, amount })
  if (company) await db.sql('update orders set company_number = $2 where id = $1', [order, company])
  const { id, reference } = await make.attempt(order, { amount })
  if (isStandIn) await db.sql('update payment_attempts set is_stand_in = true where id = $1', [id])
  const answer = make.paidAnswer(reference, { amountAgorot: amount, document })
  await make.move(order, { kind: 'answer', attempt: id, answer })
  const [found] = await db.sql<Row>(`select ${columns} from tax_documents where order_id = $1`, [order])
  return { order, document: found! }
}

test('a paid order has one document, which the service issues with the VAT rate of its day', async () => {
  const { document } = await bought()
  expect(document).toMatchObject({
    kind: 'invoice_receipt',
    status: 'pending',
    by_hand: false,
    vat_percent: 18,
    vat_agorot: 10_525,
  })
  await issue(document.id)
  const issued = await read(document.id)
  expect(issued).toMatchObject({
    status: 'issued',
    provider: 'morning',
    is_stand_in: true,
    number: String(local.documents[0]!.number),
  })
  expect(local.documents).toMatchObject([
    {
      type: 320,
      amount: 690,
      client: { name: 'נועה לדוגמה' },
      payment: [{ type: 3, cardNum: '0008', numPayments: 3 }],
    },
  ])
  const [payment] = await db.sql(
    'select document_number from payments where id = (select payment_id from tax_documents where id = $1)',
    [document.id],
  )
  expect(payment).toEqual({ document_number: issued.number })
})

test('a document received with the payment is recorded with its link, and not issued again', async () => {
  const { document } = await bought({ document: { number: '20001', url: 'http://127.0.0.1/doc' } })
  expect(document).toMatchObject({ status: 'issued', provider: 'cardcom', number: '20001' })
  await issue(document.id)
  expect(local.documents).toEqual([])
})

test('a document that the payment provider failed to issue is left to staff', async () => {
  await db.sql(`update gateway_settings set issues_documents = true where provider = 'cardcom'`)
  expect((await bought({ document: 'failed' })).document).toMatchObject({
    status: 'pending',
    by_hand: true,
    last_fault: 'gateway',
  })
})

test("issuing a missing document clears the order's flag and completes its task", async () => {
  await db.sql(`update gateway_settings set issues_documents = true where provider = 'cardcom'`)
  const { order, document } = await bought({ document: 'failed' })
  const countRequests = async () =>
    (
      await db.sql(
        `select o.attention, (select t.status from tasks t where t.contact_id = o.contact_id and t.name like 'להפיק חשבונית:%') as task
         from orders o where o.id = $1`,
        [order],
      )
    )[0]
  expect(await countRequests()).toEqual({ attention: 'document_missing', task: 'To Do' })
  await db.as(as.sales, 'select retry_tax_document($1)', [document.id])
  local.faults.push('refused')
  await issue(document.id)
  expect(await countRequests()).toEqual({ attention: 'document_missing', task: 'To Do' })
  await due(document.id)
  await issue(document.id)
  expect(await read(document.id)).toMatchObject({ status: 'issued' })
  expect(await countRequests()).toEqual({ attention: null, task: 'Done' })
})

test("issuing a document does not clear an order's flag for another reason", async () => {
  await db.sql(`update gateway_settings set issues_documents = true where provider = 'cardcom'`)
  const { order, document } = await bought({ document: 'failed' })
  await db.sql(`update orders set attention = 'no_places_left' where id = $1`, [order])
  await db.as(as.sales, `select enter_tax_document($1, '5')`, [document.id])
  expect(await db.sql('select attention from orders where id = $1', [order])).toEqual([{ attention: 'no_places_left' }])
})

test('a payment older than tax documents is left to staff, and its document is issued only on request', async () => {
  const old = await recorded({ on: '2025-03-01' })
  const numbered = await recorded()
  await refund(old, 1000)
  // Simulates an installation that took payments before it recorded documents.
  await db.sql('delete from tax_documents where contact_id = any ($1)', [[old.contact, numbered.contact]])
  await db.sql(`update payments set document_number = '900' where id = $1`, [numbered.payment])
  await db.sql('delete from graphile_worker._private_jobs')
  await db.sql('select private.sweep_tax_documents()')
  await db.sql('select private.sweep_tax_documents()')
  expect(await db.sql('select key from graphile_worker._private_jobs')).toEqual([])
  expect(await ofPayment(numbered.payment)).toMatchObject({ status: 'issued', provider: 'manual', number: '900' })
  const document = await ofPayment(old.payment)
  expect(document).toMatchObject({ kind: 'invoice_receipt', status: 'pending', by_hand: true, vat_percent: 18 })
  expect(await db.sql('select kind, by_hand from tax_documents where corrects_id = $1', [document.id])).toEqual([
    { kind: 'credit_note', by_hand: true },
  ])
  await issue(document.id)
  expect(local.documents).toEqual([])
  await db.as(as.sales, 'select issue_tax_documents($1)', [[document.id]])
  await issue(document.id)
  expect(await read(document.id)).toMatchObject({ status: 'issued' })
  expect(local.documents).toMatchObject([{ amount: 1180 }])
})

test('selected documents are issued together, and those that cannot be issued are skipped', async () => {
  await db.sql('update tax_document_settings set issues_recorded = false')
  const [one, two, issued] = [await recorded(), await recorded(), await recorded()]
  const note = await refund(one, 1000)
  await db.as(as.sales, `select enter_tax_document($1, '5')`, [issued.document])
  const selected = [two.document, one.document, issued.document, note.id]
  const begin = async (actor: typeof as.sales) =>
    (await db.as<{ n: number }>(actor, 'select issue_tax_documents($1) as n', [selected]))[0]!.n
  expect(await begin(as.sales)).toBe(2)
  expect(await begin(as.owner)).toBe(3)
  await Promise.all([one, two, issued].map(({ document }) => issue(document)))
  expect(local.documents).toHaveLength(2)
  await expect(
    db.as(as.sales, 'select issue_tax_documents($1)', [Array.from({ length: 101 }, () => one.document)]),
  ).rejects.toMatchObject({ message: 'too_many_documents' })
})

test('twenty concurrent jobs issue one document', async () => {
  const { document } = await recorded()
  await Promise.all(Array.from({ length: 20 }, () => issue(document)))
  expect(local.documents).toHaveLength(1)
  expect(await read(document)).toMatchObject({ status: 'issued', tries: 1 })
})

test('a document whose response was lost is found by its reference', async () => {
  const { document } = await recorded()
  local.faults.push('lost')
  await issue(document)
  expect(await read(document)).toMatchObject({ status: 'failed', last_fault: 'unreachable' })
  await due(document)
  await issue(document)
  expect(local.documents).toHaveLength(1)
  expect(await read(document)).toMatchObject({ status: 'issued', number: String(local.documents[0]!.number) })
})

test('without a search result nothing is issued', async () => {
  const { document } = await recorded()
  local.faults.push('lost', 'html')
  for (let tries = 0; tries < 2; tries++) {
    await due(document)
    await issue(document)
  }
  expect(local.documents).toHaveLength(1)
  expect(await read(document)).toMatchObject({ status: 'failed', last_fault: 'malformed' })
})

test('a job that crashed after its claim delays the next one for three minutes', async () => {
  const { document } = await recorded()
  await db.sql('select private.claim_document($1)', [document])
  await issue(document)
  expect(local.documents).toEqual([])
  await db.sql(`update tax_documents set claimed_until = now() where id = $1`, [document])
  await issue(document)
  expect(local.documents).toHaveLength(1)
})

test('an outage of a day loses no document, and notifies the owner once', async () => {
  const { document } = await recorded()
  local.state.isDown = true
  for (let tries = 0; tries < 12; tries++) {
    await due(document)
    await issue(document)
  }
  expect(await read(document)).toMatchObject({ status: 'failed', last_fault: 'server_error', tries: 12 })
  const alarms = async () =>
    (await db.sql<{ n: number }>(`select count(*)::int as n from notifications where type = 'tax_document.late'`))[0]!.n
  const before = await alarms()
  await db.sql(`update tax_documents set created_at = now() - interval '25 hours' where id = $1`, [document])
  await db.sql('select private.sweep_tax_documents()')
  await db.sql('select private.sweep_tax_documents()')
  expect(await alarms()).toBe(before + 1)
  local.state.isDown = false
  await due(document)
  await issue(document)
  expect(await read(document)).toMatchObject({ status: 'issued', last_fault: null })
  expect(local.documents).toHaveLength(1)
  expect(
    await db.sql(`select from notifications where type = 'tax_document.late' and not is_read`),
    'the alarm is closed once the document is issued',
  ).toEqual([])
})

test('the sweep re-enqueues a document whose job was lost', async () => {
  const { document } = await recorded()
  const key = `tax_document ${document}`
  const jobs = () => db.sql('select key from graphile_worker._private_jobs where key = $1', [key])
  await db.sql('delete from graphile_worker._private_jobs where key = $1', [key])
  await db.sql(`update tax_documents set next_try_at = now() - interval '6 minutes' where id = $1`, [document])
  await db.sql('select private.sweep_tax_documents()')
  expect(await jobs()).toEqual([{ key }])
})

test('a busy service is called again at its retry time, and a refusal is stored verbatim', async () => {
  const { document } = await recorded()
  local.faults.push('busy')
  await issue(document)
  const [waits] = await db.sql(
    "select last_fault, next_try_at > now() + interval '110 seconds' as later from tax_documents where id = $1",
    [document],
  )
  expect(waits).toEqual({ last_fault: 'busy', later: true })
  await due(document)
  const refused = async () =>
    (await db.sql('select last_fault, last_detail, may_exist from tax_documents where id = $1', [document]))[0]
  local.faults.push('refused')
  await issue(document)
  // The search was refused, so the result of the first try is unknown.
  expect(await refused()).toEqual({ last_fault: 'refused', last_detail: 'מסמך לא תקין', may_exist: true })
  await due(document)
  local.faults.push('none', 'refused')
  await issue(document)
  expect(await refused()).toMatchObject({ last_fault: 'refused', may_exist: false })
})

test('each refund gets a credit note that references the original, is issued after it, and contains its VAT', async () => {
  const paid = await recorded({ on: '2024-12-31', amount: 117_000 })
  const note = await refund(paid, 58_500)
  expect(note).toMatchObject({
    kind: 'credit_note',
    corrects_id: paid.document,
    vat_percent: 17,
    vat_agorot: 8500,
    by_hand: false,
  })
  await due(note.id)
  await issue(note.id)
  expect(await read(note.id)).toMatchObject({ status: 'failed', last_fault: 'original_missing' })
  await issue(paid.document)
  await due(note.id)
  await issue(note.id)
  const [original, credit] = local.documents
  expect(credit).toMatchObject({ type: 330, amount: 585, linkedDocumentIds: [original!.id], payment: [] })
  expect(await read(note.id)).toMatchObject({ status: 'issued', number: String(credit!.number) })
  expect(await refund(paid, 58_500)).toMatchObject({ kind: 'credit_note', corrects_id: paid.document })
})

test('a credit note for a document issued elsewhere is left to staff', async () => {
  const { document, order } = await bought({ document: { number: '20001', url: null } })
  const [paid] = await db.sql<{ contact: string; payment: string }>(
    'select contact_id as contact, id as payment from payments where order_id = $1',
    [order],
  )
  expect(await refund(paid!, 1000)).toMatchObject({ kind: 'credit_note', corrects_id: document.id, by_hand: true })
})

test.each([
  ['2024-12-31', 117_00, 17, 1700],
  ['2025-01-01', 118_00, 18, 1800],
  ['2025-01-01', 101, 18, 15],
])('on %s %i agorot include VAT at %i percent: %i', async (on, amount, percent, vat) => {
  const { document } = await recorded({ on, amount })
  expect(await read(document)).toMatchObject({ vat_percent: percent, vat_agorot: vat })
})

test.each([
  ['2024-05-04', 99_000_00, false],
  ['2024-05-05', 25_000_00, false],
  ['2024-05-05', 25_000_01, true],
  ['2024-12-31', 20_000_01, false],
  ['2025-01-01', 20_000_00, false],
  ['2025-01-01', 20_000_01, true],
  ['2025-12-31', 10_000_01, false],
  ['2026-01-01', 10_000_00, false],
  ['2026-01-01', 10_000_01, true],
  ['2026-05-31', 5_000_01, false],
  ['2026-06-01', 5_000_00, false],
  ['2026-06-01', 5_000_01, true],
])('on %s %i agorot before VAT need an allocation number: %s', async (day, net, needs) => {
  const [row] = await db.sql('select private.needs_allocation($1, $2) as needs', [day, net])
  expect(row).toEqual({ needs })
})

test('only an invoice to a dealer needs an allocation number, and a missing one is reported', async () => {
  const needs = async (id: string) =>
    (
      await db.sql('select needs_allocation, allocation_number is not null as has from tax_documents where id = $1', [
        id,
      ])
    )[0]
  const big = 1_180_000
  const family = await bought({ amount: big })
  expect(await needs(family.document.id)).toEqual({ needs_allocation: false, has: false })
  const dealer = await bought({ amount: big, company: '516127057' })
  await issue(dealer.document.id)
  expect(await needs(dealer.document.id)).toEqual({ needs_allocation: true, has: true })
  local.state.isTaxLinkValid = false
  const later = await bought({ amount: big, company: '516127057' })
  await issue(later.document.id)
  expect(await needs(later.document.id)).toEqual({ needs_allocation: true, has: false })
  expect(
    await db.sql(`select related_entity_type from notifications where type = 'tax_document.no_allocation' limit 1`),
  ).toHaveLength(1)
})

test('an exempt dealer issues receipts without VAT, and cancels them manually', async () => {
  await db.sql(`update tax_document_settings set tax_status = 'exempt'`)
  const paid = await recorded()
  await issue(paid.document)
  expect(await read(paid.document)).toMatchObject({
    kind: 'receipt',
    status: 'issued',
    vat_percent: null,
    vat_agorot: 0,
  })
  expect(local.documents).toMatchObject([{ type: 400, income: [{ vatType: 2 }] }])
  const cancelled = await refund(paid, 1000)
  expect(cancelled).toMatchObject({ kind: 'receipt_cancellation', by_hand: true })
  await expect(db.as(as.owner, 'select retry_tax_document($1)', [cancelled.id])).rejects.toMatchObject({
    message: 'document_by_hand_only',
  })
})

test('a stand-in payment gets no document from the real account', async () => {
  await db.sql(`select gateway_secrets.keep_document_keys($1)`, [seal.close('morning', account.settings)])
  const [tried, real] = [await bought({ isStandIn: true }), await bought()]
  const [example] = await db.sql<{ id: string }>(
    `insert into payments (contact_id, method, amount_agorot, is_demo) values ($1, 'bit', 100, true) returning id`,
    [await make.contact()],
  )
  expect(await ofPayment(example!.id)).toMatchObject({ is_stand_in: true })
  await issue(tried.document.id)
  await issue(real.document.id)
  expect([local.documents.length, account.documents.length]).toEqual([1, 1])
  expect(await read(real.document.id)).toMatchObject({ status: 'issued', is_stand_in: false })
})

test('without a service a document is left to staff, who enter its number', async () => {
  const none = createDocumentServices({ seal })
  const { document, payment } = await recorded()
  await issueDocument({ services: none, transaction }, document)
  expect(await read(document)).toMatchObject({ status: 'pending', by_hand: true, tries: 1 })
  await expect(db.as(as.sales, `select enter_tax_document($1, ' ')`, [document])).rejects.toMatchObject({
    message: 'tax_document_number_length',
  })
  await db.as(as.sales, `select enter_tax_document($1, ' 71 ', 'https://example.com/71')`, [document])
  expect(await read(document)).toMatchObject({ status: 'issued', provider: 'manual', number: '71' })
  // The number is shared with the payment, and changes with it.
  await db.as(as.sales, `update payments set document_number = '72' where id = $1`, [payment])
  expect(await read(document)).toMatchObject({ number: '72' })
  await db.as(as.sales, `update payments set document_number = null where id = $1`, [payment])
  expect(await read(document)).toMatchObject({ status: 'pending', by_hand: true, number: null })
})

test('documents of payments recorded by staff are left to staff until the owner enables the service for them', async () => {
  await db.sql('update tax_document_settings set issues_recorded = false')
  const { document } = await recorded()
  await issue(document)
  expect(await read(document)).toMatchObject({ status: 'pending', by_hand: true })
  await db.as(as.sales, 'select retry_tax_document($1)', [document])
  await issue(document)
  expect(await read(document)).toMatchObject({ status: 'issued' })
})

test('a payment with an issued document can be neither voided nor renumbered; without one both are possible', async () => {
  const { document, payment } = await recorded()
  const voided = (reason: string | null) =>
    db.as(as.sales, 'update payments set void_reason = $2 where id = $1', [payment, reason])
  await voided('נרשם בטעות')
  await issue(document)
  expect(await read(document)).toMatchObject({ status: 'void' })
  await voided(null)
  await db.as(as.sales, 'select retry_tax_document($1)', [document])
  local.faults.push('lost')
  await issue(document)
  // The document may exist.
  await expect(voided('נרשם בטעות')).rejects.toMatchObject({ message: 'payment_has_document' })
  await due(document)
  await issue(document)
  await expect(voided('נרשם בטעות')).rejects.toMatchObject({ message: 'payment_has_document' })
  await expect(
    db.as(as.sales, `update payments set document_number = '1' where id = $1`, [payment]),
  ).rejects.toMatchObject({ message: 'document_is_issued' })
  await expect(db.as(as.sales, 'select retry_tax_document($1)', [document])).rejects.toMatchObject({
    message: 'document_is_issued',
  })
  expect(local.documents).toHaveLength(1)
})

test.each([
  ['retry a document', (id: string) => `select retry_tax_document('${id}')`, 'owner admin sales'],
  ['issue selected documents', (id: string) => `select issue_tax_documents(array['${id}'::uuid])`, 'owner admin sales'],
  ['enter a number', (id: string) => `select enter_tax_document('${id}', '5')`, 'owner admin sales'],
  [
    'write a document',
    (id: string) => `update tax_documents set number = '5' where id = '${id}' returning id`,
    'no role',
  ],
  [
    'set the tax status',
    () => `update tax_document_settings set tax_status = 'licensed' returning is_only`,
    'owner admin',
  ],
  ['read the keys', () => "select gateway_secrets.document_keys_of('morning')", 'no role'],
])('only the expected roles can %s', async (_what, sql, actor) => {
  const { document } = await recorded()
  expect(await whoMay(db, as, sql(document))).toBe(actor)
})

test('a document issued after the payment is mailed with its link, once; one received with it is in the order mail', async () => {
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
  const send = async () => {
    await db.sql('delete from mail.outbox')
    await transaction((tx) => sendBatch(tx, { most: 100, now: new Date(), compose }))
    return db.sql<{ subject: string; html: string; text: string }>(
      'select subject, html, text from mail.outbox order by created_at, subject',
    )
  }
  await send()
  const { document } = await bought()
  expect((await send()).map(({ subject }) => subject)).toEqual(['order_paid'])
  await issue(document.id)
  const [mail, ...others] = await send()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: 'tax_document', html: expect.stringMatching(/^http.*\.pdf$/) })
  expect(JSON.parse(mail!.text)).toMatchObject({
    documentKind: 'חשבונית מס/קבלה',
    documentNumber: String(local.documents[0]!.number),
  })
  expect(await send()).toEqual([])
  // Issued before the order mail was rendered, which therefore contains the link.
  const early = await bought()
  await issue(early.document.id)
  const mails = await send()
  expect(mails.map(({ subject }) => subject)).toEqual(['order_paid'])
  expect(mails[0]!.text).toContain(`${local.documents[1]!.number}`)
})

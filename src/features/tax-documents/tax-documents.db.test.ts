// Tax documents against a fake document service, over HTTP.
import { expect, test } from 'vitest'
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import { composeMessage } from '#features/messages/sender/compose-message.server.ts'
import { sendBatch } from '#features/messages/sender/send-batch.server.ts'
import { composeOrderMails } from '#features/orders/order-messages.server.ts'
import { testDatabase } from '../../../test/database.ts'
import { taxDocuments } from '../../../test/tax-documents.ts'
import { composeTaxDocument } from './document-mail.server.ts'

const db = await testDatabase()
const { as, make, local, account, seal, transaction, issue, read, ofPayment, recorded, due, refund, bought } =
  await taxDocuments(db)

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
  const orderFlag = async () =>
    (
      await db.sql(
        `select o.attention, (select t.status from tasks t where t.contact_id = o.contact_id and t.name like 'להפיק חשבונית:%') as task
         from orders o where o.id = $1`,
        [order],
      )
    )[0]
  expect(await orderFlag()).toEqual({ attention: 'document_missing', task: 'To Do' })
  await db.as(as.sales, 'select retry_tax_document($1)', [document.id])
  local.faults.push('refused')
  await issue(document.id)
  expect(await orderFlag()).toEqual({ attention: 'document_missing', task: 'To Do' })
  await due(document.id)
  await issue(document.id)
  expect(await read(document.id)).toMatchObject({ status: 'issued' })
  expect(await orderFlag()).toEqual({ attention: null, task: 'Done' })
})

test("issuing a document does not clear an order's flag for another reason", async () => {
  await db.sql(`update gateway_settings set issues_documents = true where provider = 'cardcom'`)
  const { order, document } = await bought({ document: 'failed' })
  await db.sql(`update orders set attention = 'no_places_left' where id = $1`, [order])
  await db.as(as.sales, `select enter_tax_document($1, '5')`, [document.id])
  expect(await db.sql('select attention from orders where id = $1', [order])).toEqual([{ attention: 'no_places_left' }])
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

test('a payment at the local stand-in gets no document from the real account', async () => {
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

test('a document issued after the payment is mailed once, with its link; one issued with the payment is in the order mail', async () => {
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

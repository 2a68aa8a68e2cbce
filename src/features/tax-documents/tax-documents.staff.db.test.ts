// Tax documents that are left to staff, and the roles that may change them.
import { expect, test } from 'vitest'
import { whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { taxDocuments } from '../../../test/tax-documents.ts'
import { createDocumentServices } from './document-services.server.ts'
import { issueDocument } from './issue-document.server.ts'

const db = await testDatabase()
const { as, local, seal, transaction, issue, read, ofPayment, recorded, due, refund } = await taxDocuments(db)

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
  // The response was lost, so the document may exist.
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
])('only the expected roles can %s', async (_what, sql, actors) => {
  const { document } = await recorded()
  expect(await whoMay(db, as, sql(document))).toBe(actors)
})

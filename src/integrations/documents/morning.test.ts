import { afterAll, beforeEach, expect, test } from 'vitest'
import type { NewDocument } from './document-issuer.ts'
import { startMorning } from './morning.fake.ts'
import { documentTypes, openMorning } from './morning.ts'

const fake = await startMorning()
const service = openMorning(fake.settings)
afterAll(() => fake.stop())
beforeEach(() => {
  fake.documents.length = 0
  fake.faults.length = 0
  fake.state.isDown = false
})

const invoice: NewDocument = {
  reference: 'D0123456789AB',
  kind: 'invoice_receipt',
  on: '2026-11-28',
  title: 'בית מאוזן',
  amountAgorot: 69_001,
  vatPercent: 18,
  buyer: { name: 'נועה לדוגמה' },
  payment: { method: 'card', on: '2026-11-28', last4: '0008', installments: 3 },
}
const created = async (known: Partial<NewDocument> = {}) => {
  const answer = await service.create({ ...invoice, ...known })
  if (!answer.ok) throw new Error(answer.detail)
  return answer.value
}

test('documents have the type numbers of the tax authority', () => {
  expect(documentTypes).toEqual({ invoice_receipt: 320, credit_note: 330, receipt: 400 })
})

test('an invoice is created with VAT included, its payment and its reference, and without an email address', async () => {
  const { number, url } = await created()
  expect(fake.documents).toMatchObject([
    {
      type: 320,
      documentDate: '2026-11-28',
      description: 'בית מאוזן D0123456789AB',
      amount: 690.01,
      client: { name: 'נועה לדוגמה', add: false },
      income: [{ price: 690.01, vatType: 1, vatRate: 0.18 }],
      payment: [{ type: 3, price: 690.01, dealType: 2, numPayments: 3, cardNum: '0008' }],
    },
  ])
  expect(fake.documents[0]!.client).not.toHaveProperty('emails')
  expect(number).toBe(String(fake.documents[0]!.number))
  expect((await fetch(url!)).headers.get('content-type')).toBe('application/pdf')
})

test.each([
  ['bit', { type: 10, appType: 1 }],
  ['cash', { type: 1 }],
  ['transfer', { type: 4, transactionId: '401' }],
  ['cheque', { type: 2, chequeNum: '401' }],
] as const)('a payment by %s has the type of the service', async (method, sent) => {
  await created({ payment: { method, on: '2026-11-28', reference: '401' } })
  expect(fake.documents[0]!.payment).toMatchObject([sent])
})

test('a credit note is linked to the document that it corrects', async () => {
  const { id } = await created()
  await created({ kind: 'credit_note', reference: 'DCREDIT', correctsId: id })
  expect(fake.documents[1]).toMatchObject({ type: 330, linkedDocumentIds: [id], payment: [] })
  expect(await service.create({ ...invoice, kind: 'credit_note', correctsId: 'unknown' })).toMatchObject({
    ok: false,
    fault: 'refused',
  })
})

test('a document is found only by its exact reference, kind and amount', async () => {
  const { id } = await created()
  expect(await service.find(invoice)).toMatchObject({ ok: true, value: { id } })
  expect(await service.find({ ...invoice, reference: 'D0123456789A' })).toEqual({ ok: true, value: undefined })
  expect(await service.find({ ...invoice, kind: 'receipt' })).toEqual({ ok: true, value: undefined })
  expect(await service.find({ ...invoice, amountAgorot: 69_000 })).toMatchObject({ ok: false, fault: 'malformed' })
})

test.each([
  ['server_error', 'server_error'],
  ['html', 'malformed'],
  ['busy', 'busy'],
  ['refused', 'refused'],
] as const)('a response %s of the service is reported as %s', async (fault, expected) => {
  fake.faults.push(fault)
  expect(await service.create(invoice)).toMatchObject({ ok: false, fault: expected })
  expect(fake.documents).toEqual([])
})

test('when the response is lost, the document may have been issued', async () => {
  fake.faults.push('lost')
  expect(await service.create(invoice)).toMatchObject({ ok: false, fault: 'unreachable' })
  expect(fake.documents).toHaveLength(1)
})

test('a token that expired early is renewed once, and wrong credentials are unauthorized', async () => {
  fake.faults.push('expired_token')
  expect(await service.test()).toEqual({ ok: true, value: null })
  const other = openMorning({ ...fake.settings, clientSecret: 'wrong' })
  expect(await other.test()).toMatchObject({ ok: false, fault: 'unauthorized' })
  fake.state.isDown = true
  expect(await other.test()).toMatchObject({ ok: false, fault: 'server_error' })
})

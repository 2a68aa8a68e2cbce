// Payments and orders with tax documents, and two fake document services over HTTP: of local sites and of a real
// account.
import { afterAll, beforeEach } from 'vitest'
import { orderMaker } from '#features/orders/order.fixture.ts'
import { createDocumentServices } from '#features/tax-documents/document-services.server.ts'
import { issueDocument } from '#features/tax-documents/issue-document.server.ts'
import { startMorning } from '#integrations/documents/morning.fake.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { makeActors } from './actors.ts'
import type { testDatabase } from './database.ts'

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

/** Resets the fake providers and the settings before each test. */
export async function taxDocuments(db: Awaited<ReturnType<typeof testDatabase>>) {
  const { as } = await makeActors(db)
  const make = orderMaker(db)
  const [local, account] = [await startMorning(), await startMorning()]
  const seal = createSealing([makeSealingKey()])('keys')
  const services = createDocumentServices({ seal, standIn: local.settings, urls: account.settings })
  const transaction = <T>(work: (db: Db) => Promise<T>) =>
    inTransaction(db.authenticator, { role: 'service_role' }, work)
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

  return { as, make, local, account, seal, transaction, issue, read, ofPayment, recorded, due, refund, bought }
}

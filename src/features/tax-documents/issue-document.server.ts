// The job that issues a document, retried with growing delays until the document exists.
import type { DocumentKind, Failure, NewDocument, PaidBy } from '#integrations/documents/document-issuer.ts'
import { isUncertain } from '#integrations/gateways/gateway.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import type { DocumentServices, OpenService } from './document-services.server.ts'

export const issueDocumentTask = 'issue_tax_document'
export const sweepDocumentsTask = 'sweep_tax_documents'

export type IssueParts = {
  services: DocumentServices
  transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

const Payload = z.object({ documentId: z.uuid() })

export const issueTaxDocument =
  (parts: IssueParts): Task =>
  async (payload) =>
    issueDocument(parts, Payload.parse(payload).documentId)

export const sweepTaxDocuments =
  ({ transaction }: IssueParts): Task =>
  async () =>
    void (await transaction((db) => db.query('select private.sweep_tax_documents()')))

type Claimed = {
  id: string
  kind: DocumentKind
  reference: string
  amount_agorot: number
  vat_percent: string | null
  document_on: string
  is_stand_in: boolean
  tries: number
  corrects_provider_id: string | null
  title: string
  buyer_name: string
  company_number: string | null
  method: PaidBy
  paid_on: string
  last4: string | null
  installments: number | null
  payment_reference: string | null
}

/** A single attempt. The request runs outside of the transactions; the claim admits one job at a time. */
export async function issueDocument(parts: IssueParts, documentId: string): Promise<void> {
  const { transaction } = parts
  const started = await transaction((db) => begin(parts, db, documentId))
  if (!started) return
  const { claimed, opened } = started
  const { answer, isSearch } = await findOrCreate(opened, claimed)
  await transaction((db) =>
    answer.ok
      ? db.query(`select private.record_document($1, 'morning', $2, $3, $4, $5, $6)`, [
          claimed.id,
          answer.value.id,
          answer.value.number,
          answer.value.url,
          answer.value.allocationNumber,
          opened.isStandIn,
        ])
      : db.query('select private.document_failed($1, $2, $3, $4, $5)', [
          claimed.id,
          answer.fault,
          answer.detail,
          nextAttempt(claimed.tries, answer, Date.now()),
          // An earlier attempt may have issued the document, unless a search finds none.
          isSearch || isUncertain(answer),
        ]),
  )
}

async function begin({ services }: IssueParts, db: Db, id: string) {
  const [claimed] = await db.query<Claimed>(
    'select c.*, c.document_on::text, c.paid_on::text from private.claim_document($1) c',
    [id],
  )
  if (!claimed) return undefined
  const opened = await services.open(db, { isStandIn: claimed.is_stand_in })
  if (opened) return { claimed, opened }
  await db.query('select private.leave_document_to_staff($1)', [id])
  return undefined
}

/**
 * An earlier attempt may have issued the document and lost the response, so a retry searches first. Nothing is issued
 * if the search fails.
 */
async function findOrCreate({ service }: OpenService, claimed: Claimed) {
  const content = documentOf(claimed)
  if (claimed.tries > 1) {
    const found = await service.find(content)
    if (!found.ok) return { answer: found, isSearch: true }
    if (found.value) return { answer: { ok: true as const, value: found.value }, isSearch: true }
  }
  return { answer: await service.create(content), isSearch: false }
}

const documentOf = (claimed: Claimed): NewDocument => ({
  reference: claimed.reference,
  kind: claimed.kind,
  on: claimed.document_on,
  title: claimed.title,
  amountAgorot: claimed.amount_agorot,
  vatPercent: claimed.vat_percent === null ? null : Number(claimed.vat_percent),
  buyer: { name: claimed.buyer_name, companyNumber: claimed.company_number ?? undefined },
  payment: {
    method: claimed.method,
    on: claimed.paid_on,
    last4: claimed.last4 ?? undefined,
    installments: claimed.installments ?? undefined,
    reference: claimed.payment_reference ?? undefined,
  },
  correctsId: claimed.corrects_provider_id ?? undefined,
})

const minuteMs = 60_000
/** Retry delays in minutes; the last one repeats. */
const delays = [1, 2, 5, 15, 30, 60]

/** A busy service is not called before its retry time. */
export function nextAttempt(tries: number, { retryAt }: Pick<Failure, 'retryAt'>, now: number): Date {
  const at = now + delays[Math.min(tries, delays.length) - 1]! * minuteMs
  return new Date(Math.max(at, retryAt?.getTime() ?? 0))
}

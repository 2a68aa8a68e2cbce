// The job that polls the document service for the allocation number of a held invoice, with growing delays.
import type { DocumentKind } from '#integrations/documents/document-issuer.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { type IssueParts, nextAttempt } from './issue-document.server.ts'

export const askForAllocationTask = 'ask_for_allocation'

const Payload = z.object({ documentId: z.uuid() })

export const askForAllocationJob =
  (parts: IssueParts): Task =>
  async (payload) =>
    askForAllocation(parts, Payload.parse(payload).documentId)

type Claimed = {
  id: string
  kind: DocumentKind
  reference: string
  amount_agorot: number
  is_stand_in: boolean
  tries: number
}

/** One request, outside of the transactions; the claim admits one job at a time. */
export async function askForAllocation(parts: IssueParts, documentId: string): Promise<void> {
  const { transaction } = parts
  const started = await transaction((db) => begin(parts, db, documentId))
  if (!started) return
  const { claimed, service } = started
  const { reference, kind, amount_agorot: amountAgorot } = claimed
  const answer = await service.find({ reference, kind, amountAgorot })
  const found = answer.ok ? answer.value : undefined
  const code = !answer.ok ? answer.fault : found ? null : 'not_found'
  await transaction((db) =>
    db.query('select private.record_allocation($1, $2, $3, $4, $5, $6)', [
      claimed.id,
      found?.allocationNumber ?? null,
      found?.url ?? null,
      code,
      answer.ok ? null : answer.detail,
      nextAttempt(claimed.tries, answer.ok ? {} : answer, Date.now()),
    ]),
  )
}

async function begin({ services }: IssueParts, db: Db, id: string) {
  const [claimed] = await db.query<Claimed>('select * from private.claim_allocation($1)', [id])
  if (!claimed) return undefined
  const opened = await services.open(db, { isStandIn: claimed.is_stand_in })
  // Without keys a local site opens its stand-in, which has no document of the real account.
  if (opened?.isStandIn === claimed.is_stand_in) return { claimed, service: opened.service }
  await db.query('select private.leave_allocation_to_staff($1)', [id])
  return undefined
}

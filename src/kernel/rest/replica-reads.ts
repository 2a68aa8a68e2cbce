// Reads that may be served by a replica: allowlisted lists and reports, for signed-in callers.
import { isDatabaseAway } from '../postgres/database-away.ts'
import type { Replica } from '../postgres/replica.ts'
import { type Claims, type Settings, type Statement, asRole } from '../postgres/transaction.ts'
import { withTimeout } from '#lib/with-timeout.ts'
import type { Plan } from './plan.ts'
import type { TransactionContext } from './transaction.ts'

export type ReplicaReads = {
  replica: Replica
  /** Tables and views whose lists may be read from the replica, with their schema: `public.books`. */
  relations: ReadonlySet<string>
  /** Read-only functions that may be called on the replica. */
  functions: ReadonlySet<string>
}

/** Response header of reads served by a replica. */
export const replicaHeader = { 'x-answered-by': 'replica' }

/** Exceeds every statement timeout: after it, the connection is considered half-open. */
const limitMs = 65_000

/**
 * Whether a read is an allowlisted list or function. The server's own reads, those of visitors, and single rows are cheap, and use the
 * primary. So do requests with a pre-request function, which may write.
 */
export function mayUseReplica(
  plan: Plan,
  claims: Claims,
  { preRequest }: TransactionContext,
  reads: Pick<ReplicaReads, 'relations' | 'functions'>,
) {
  if (claims.role !== 'authenticated' || preRequest !== undefined) return false
  if (plan.kind === 'read')
    return plan.format.form !== 'object' && reads.relations.has(`${plan.table.schema}.${plan.table.name}`)
  return plan.kind === 'call' && plan.isReadOnly && reads.functions.has(`${plan.function.schema}.${plan.function.name}`)
}

/** The results; undefined if the primary must be used. Any error except a statement timeout is retried there. */
export async function readFromReplica(
  { replica }: ReplicaReads,
  claims: Claims,
  statements: Statement[],
  settings: Settings,
) {
  const ready = await replica.caughtUp()
  if (!ready) return undefined
  try {
    const reading = asRole(ready.pool, claims, [ready.check, ...statements], settings)
    const [, ...results] = await withTimeout(limitMs, reading, 'the replica does not answer')
    return results
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '57014') throw error
    // Without a code: a connection error. 22012: the server is behind. 40001: the statement was cancelled by replay.
    if (code === undefined || code === '22012' || code === '40001' || isDatabaseAway(error)) replica.pause()
    return undefined
  }
}

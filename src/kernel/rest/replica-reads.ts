// Reads that a replica may answer: lists and reports that the product names, for signed-in callers.
import { isDatabaseAway } from '../postgres/database-away.ts'
import type { Replica } from '../postgres/replica.ts'
import { type Claims, type Settings, type Statement, asRole } from '../postgres/transaction.ts'
import { withTimeout } from '#lib/with-timeout.ts'
import type { Plan } from './plan.ts'
import type { TransactionContext } from './transaction.ts'

export type ReplicaReads = {
  replica: Replica
  /** Tables and views whose lists it may answer, with their schema: `public.books`. */
  relations: ReadonlySet<string>
  /** Functions that only read. */
  functions: ReadonlySet<string>
}

/** A response has it when a replica answered. */
export const replicaHeader = { 'x-answered-by': 'replica' }

/** Longer than any statement may take: the connection is half-open. */
const limitMs = 65_000

/**
 * A list of rows, or a function that is named. The server's own reads, those of visitors and single rows are cheap, and remain with the
 * primary; so does everything around which a function of the settings may write.
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

/** The results; undefined if the primary has to answer. A read is repeated there after any error but that of a statement that took too long. */
export async function readFromReplica(
  { replica }: ReplicaReads,
  claims: Claims,
  statements: Statement[],
  settings: Settings,
) {
  const ready = await replica.caughtUp()
  if (!ready) return undefined
  try {
    const asked = asRole(ready.pool, claims, [ready.check, ...statements], settings)
    const [, ...results] = await withTimeout(limitMs, asked, 'the replica does not answer')
    return results
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '57014') throw error
    // An error without a code is that of the connection. 22012: the server is behind. 40001: replay cancelled the statement.
    if (code === undefined || code === '22012' || code === '40001' || isDatabaseAway(error)) replica.pause()
    return undefined
  }
}

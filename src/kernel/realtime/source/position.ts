// Where a change stands in what every node reads, so that one node can tell another how far it got.
import { z } from 'zod'

const digits = z.string().regex(/^\d+$/)
const snapshot = z.string().regex(/^\d+:\d+:(\d+(,\d+)*)?$/)

/** In the log: the transaction's place and the change's number in it. In the outbox: what had been read before and after, and the row's own number. */
export const Position = z.union([
  z.object({ lsn: digits, n: z.number() }),
  z.object({ before: snapshot, after: snapshot, transaction: digits, id: digits }),
])
export type Position = z.infer<typeof Position>

/** Was a change told, given the last one that was? Undefined when the two were read in different ways. */
export function isTold(change: Position, last: Position): boolean | undefined {
  if ('lsn' in change && 'lsn' in last) {
    const [at, end] = [BigInt(change.lsn), BigInt(last.lsn)]
    return at < end || (at === end && change.n <= last.n)
  }
  if ('id' in change && 'id' in last) {
    const transaction = BigInt(change.transaction)
    // What is read at once is told in the order it was written.
    return (
      isVisible(transaction, last.before) ||
      (isVisible(transaction, last.after) && BigInt(change.id) <= BigInt(last.id))
    )
  }
  return undefined
}

/** In a snapshot as PostgreSQL writes it: the first that was still running, the first that had not begun, and those that ran between. */
function isVisible(transaction: bigint, snapshot: string) {
  const [first = '', next = '', running = ''] = snapshot.split(':')
  if (transaction < BigInt(first)) return true
  return transaction < BigInt(next) && !running.split(',').includes(String(transaction))
}

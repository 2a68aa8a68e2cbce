// The change feed of one node: the slot is opened when the first channel listens to changes, and stays.
import type { FastifyBaseLogger } from 'fastify'
import { type Connect, openPool } from '../postgres/connection.ts'
import { createChanges } from './changes.ts'
import { type Slot, openSlot } from './slot.ts'

const publication = 'supabase_realtime'

// Asking who may see something must change nothing, and must not take for ever.
const sessionOptions =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c default_transaction_read_only=on -c statement_timeout=5000 ' +
  '-c search_path=public,extensions'

export type Feed = ReturnType<typeof createFeed>

export function createFeed(connect: Connect, log: FastifyBaseLogger) {
  const config = connect('supabase_realtime_admin')
  const pool = openPool({ ...config, options: sessionOptions }, 2)
  const changes = createChanges(pool, log)
  let slot: Slot | undefined

  return {
    pool,
    add: changes.add,
    remove: changes.remove,
    /** Whether changes flow, at the latest within that time. */
    isStreaming(withinMs: number) {
      slot ??= openSlot({ config, publication, log, reader: changes })
      return slot.isStreaming(withinMs)
    },
    async stop() {
      await slot?.stop()
      await pool.end()
    },
  }
}

// The change feed of one node: the slot is opened when somebody first needs what flows in it, and stays.
import type { FastifyBaseLogger } from 'fastify'
import { type Connect, openPool } from '../../postgres/connection.ts'
import { createChanges } from './changes.ts'
import { type MessageHandler, createEmitter, createMessages } from './messages.ts'
import type { LogicalMessage } from './pgoutput.ts'
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
  // Of its own: what nodes tell each other must not wait behind the judging of changes.
  const emitting = openPool(config, 1)
  const changes = createChanges(pool, log)
  const messages = createMessages()
  const lostHandlers = new Set<() => void>()
  let slot: Slot | undefined

  const reader = {
    take(message: LogicalMessage) {
      if (message.kind !== 'message') return changes.take(message)
      messages.deliver(message.prefix, message.content)
      return undefined
    },
    lost() {
      changes.lost()
      for (const handler of lostHandlers) handler()
    },
  }

  return {
    pool,
    /** Names this process in what it tells the others. */
    nodeId: crypto.randomUUID(),
    add: changes.add,
    remove: changes.remove,
    /** Opens the feed if need be. Answers whether it flows, at the latest within that time. */
    isStreaming(withinMs: number) {
      slot ??= openSlot({ config, publication, log, reader })
      return slot.isStreaming(withinMs)
    },
    /** Hears every node's messages with this prefix, those of this node too, from the moment the feed flows. Must not throw. */
    onMessage: (prefix: string, handler: MessageHandler) => messages.on(prefix, handler),
    /** The feed was interrupted: messages may have been missed. */
    onLost: (handler: () => void) => void lostHandlers.add(handler),
    /** Tells all nodes. Messages of one node arrive in the order they were given; resolved when they are sure to arrive. */
    emit: createEmitter(emitting),
    async stop() {
      await slot?.stop()
      await Promise.all([pool.end(), emitting.end()])
    },
  }
}

// The change feed of one node: opened when somebody first needs what flows in it, and kept open.
import type { FastifyBaseLogger } from 'fastify'
import { type Connect, openPool } from '../../postgres/connection.ts'
import { createChanges } from './changes.ts'
import { openCatalogue } from './tables.ts'
import { type MessageHandler, createEmitter, createMessages } from '../source/node-messages.ts'
import { outboxChannel } from '../source/outbox.ts'
import type { LogicalMessage } from '../source/pgoutput.ts'
import { type Source, type SourceSetting, openSource } from '../source/source.ts'

const publication = 'supabase_realtime'

// Asking who may see something must change nothing, and must not take for ever.
const sessionOptions =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c default_transaction_read_only=on -c statement_timeout=5000 ' +
  '-c search_path=public,extensions'
const emitWithinMs = 10_000

export type Feed = ReturnType<typeof createFeed>

export function createFeed(connect: Connect, log: FastifyBaseLogger, wanted: SourceSetting = 'auto') {
  const config = connect('supabase_realtime_admin')
  const pool = openPool({ ...config, options: sessionOptions }, 2)
  // Of their own, and not for long: a stranger chooses the pattern.
  const asking = openPool({ ...config, options: `${sessionOptions} -c statement_timeout=200` }, 1)
  // The same for those who join: a filter that takes long to be understood must hold up no change.
  const checking = openPool({ ...config, options: `${sessionOptions} -c statement_timeout=200` }, 1)
  // Of its own: what nodes tell each other must not wait behind the judging of changes.
  const emitting = openPool(config, 1)
  const changes = createChanges({ pool, asking, log })
  const messages = createMessages()
  const nodeId = crypto.randomUUID()
  const lostHandlers = new Set<() => void>()
  let opened: Source | undefined
  let waking: Promise<void> | undefined
  let wakeAgain = false

  const handler = {
    take(message: LogicalMessage, behindMs: number) {
      if (message.kind !== 'message') return changes.take(message, behindMs)
      try {
        messages.deliver(message.prefix, message.content)
      } catch (error) {
        // Whoever may write into the log by hand may write anything.
        log.warn({ err: error, prefix: message.prefix }, 'a message between nodes could not be read')
      }
      return undefined
    },
    lost() {
      changes.lost()
      for (const handler of lostHandlers) handler()
    },
  }

  const source = () => (opened ??= openSource({ config, publication, way: wanted, log, handler }))

  const emit = createEmitter(emitting, sourceKind)

  async function sourceKind() {
    const way = await source().flowing(emitWithinMs)
    if (!way) throw new Error('nodes cannot be told: the change feed does not flow')
    return way
  }

  async function wake() {
    do {
      wakeAgain = false
      if ((await sourceKind()) === 'triggers') await emitting.query(`select pg_notify('${outboxChannel}', '')`)
    } while (wakeAgain)
  }

  return {
    catalogue: openCatalogue(pool, checking),
    /** Names this process in what it tells the others. */
    nodeId,
    add: changes.add,
    remove: changes.remove,
    /** Opens the feed if need be. Answers whether it flows, at the latest within that time. */
    async isStreaming(withinMs: number) {
      return (await source().flowing(withinMs)) !== undefined
    },
    /** Which way they come; rejects when they do not flow. */
    way: sourceKind,
    /** Somebody wrote through this process: where changes have to be fetched, all nodes fetch them now. */
    wake() {
      wakeAgain = true
      if (!opened) return
      waking ??= wake()
        .catch((error: unknown) => log.debug({ err: error }, 'the outbox is read a moment later'))
        .finally(() => (waking = undefined))
    },
    /** Hears every node's messages with this prefix, those of this node too, from the moment the feed flows. */
    onMessage: (prefix: string, handler: MessageHandler) => messages.on(prefix, handler),
    /** The feed was interrupted: messages may have been missed. */
    onLost: (handler: () => void) => void lostHandlers.add(handler),
    /** Tells all nodes. Messages of one node arrive in the order they were given; resolved when they are sure to arrive. */
    emit,
    async stop() {
      await opened?.stop()
      await waking
      await Promise.all([pool, asking, checking, emitting].map((one) => one.end()))
    },
  }
}

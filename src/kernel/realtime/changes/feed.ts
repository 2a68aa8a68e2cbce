// The change feed of one node, opened on first use until shutdown.
import type { FastifyBaseLogger } from 'fastify'
import { type Connect, openPool } from '../../postgres/connection.ts'
import { type MessageHandler, createEmitter, createMessageHandlers } from '../source/node-messages.ts'
import { outboxChannel } from '../source/outbox.ts'
import type { LogicalMessage } from '../source/pgoutput.ts'
import { type Source, type SourceSetting, openSource } from '../source/source.ts'
import { createChanges } from './changes.ts'
import { openCatalog } from './tables.ts'

const publication = 'supabase_realtime'

// Authorization queries are read-only and time-limited.
const sessionOptions =
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c default_transaction_read_only=on -c statement_timeout=5000 ' +
  '-c search_path=public,extensions'
const filterOptions = `${sessionOptions} -c statement_timeout=200`
const emitWithinMs = 10_000

export type Feed = ReturnType<typeof createFeed>

export function createFeed(connect: Connect, log: FastifyBaseLogger, setting: SourceSetting = 'auto') {
  const config = connect('supabase_realtime_admin')
  const pool = openPool({ ...config, options: sessionOptions }, 2)
  // A separate pool with a short timeout, because clients choose the patterns.
  const filterPool = openPool({ ...config, options: filterOptions }, 1)
  // A separate pool, so that checking the filter of a join does not delay changes.
  const joinPool = openPool({ ...config, options: filterOptions }, 1)
  // A separate pool, so that messages between nodes do not queue behind the authorization of changes.
  const emitPool = openPool(config, 1)
  const changes = createChanges({ pool, filterPool, log })
  const messages = createMessageHandlers()
  const nodeId = crypto.randomUUID()
  const lostHandlers = new Set<() => void>()
  let opened: Source | undefined
  let waking: Promise<void> | undefined
  let wakeAgain = false

  const handler = {
    take(message: LogicalMessage, lagMs: number) {
      if (message.kind !== 'message') return changes.take(message, lagMs)
      try {
        messages.deliver(message.prefix, message.content)
      } catch (error) {
        // A superuser may write arbitrary messages into the log.
        log.warn({ err: error, prefix: message.prefix }, 'a message between nodes could not be read')
      }
      return undefined
    },
    lost() {
      changes.lost()
      for (const lost of lostHandlers) lost()
    },
  }

  const source = () => (opened ??= openSource({ config, publication, setting, log, handler }))

  async function sourceKind() {
    const kind = await source().flowing(emitWithinMs)
    if (!kind) throw new Error('the change feed is not streaming, so other nodes cannot be reached')
    return kind
  }

  async function wake() {
    do {
      wakeAgain = false
      if ((await sourceKind()) === 'triggers') await emitPool.query(`select pg_notify('${outboxChannel}', '')`)
    } while (wakeAgain)
  }

  return {
    catalog: openCatalog(pool, joinPool),
    /** Identifies this process to the other nodes. */
    nodeId,
    add: changes.add,
    remove: changes.remove,
    /** Opens the feed if needed. Resolves with whether it streams, after at most the given time. */
    async isStreaming(withinMs: number) {
      if ((await source().flowing(withinMs)) === undefined) return false
      changes.quietTime.start()
      return true
    },
    /** Milliseconds for which these tables have not changed, as far as this node knows. */
    quietMs: (tables: Parameters<typeof changes.quietTime.of>[0]) => changes.quietTime.of(tables),
    /** The kind of source in use; rejects when changes do not stream. */
    sourceKind,
    /** Call it after a write in this process: with an outbox source, all nodes read the outbox immediately. */
    wake() {
      wakeAgain = true
      if (!opened) return
      waking ??= wake()
        .catch((error: unknown) => log.debug({ err: error }, 'the outbox is read at the next poll instead'))
        .finally(() => (waking = undefined))
    },
    /** Receives the messages of every node with this prefix, this node's included, once the feed streams. */
    onMessage: (prefix: string, onMessage: MessageHandler) => messages.on(prefix, onMessage),
    /** Registers a handler for interruptions of the feed, during which messages may have been missed. */
    onLost: (onLost: () => void) => void lostHandlers.add(onLost),
    /** Sends to all nodes, in the order of the calls. Resolves when the message is durable. */
    emit: createEmitter(emitPool, sourceKind),
    async stop() {
      await opened?.stop()
      await waking
      await Promise.all([pool, filterPool, joinPool, emitPool].map((one) => one.end()))
    },
  }
}

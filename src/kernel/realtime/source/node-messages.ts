// Messages between nodes travel with the changes, in the log or in the outbox, in one order for all nodes.
import type pg from 'pg'
import { outboxChannel } from './outbox.ts'
import type { SourceKind } from './source.ts'

export type MessageHandler = (content: Buffer) => void
type PendingMessage = { prefix: string; content: Buffer; settle: PromiseWithResolvers<void> }

const flushArgumentSince = 170_000

/** The handlers of this node by message prefix. */
export function createMessageHandlers() {
  const handlers = new Map<string, Set<MessageHandler>>()
  return {
    on(prefix: string, handler: MessageHandler) {
      handlers.set(prefix, (handlers.get(prefix) ?? new Set()).add(handler))
    },
    deliver(prefix: string, content: Buffer) {
      for (const handler of handlers.get(prefix) ?? []) handler(content)
    },
  }
}

/**
 * Sends messages in the order of the calls. Messages that arrive during a query are sent together with the next, so one commit makes
 * many durable.
 */
export function createEmitter(pool: pg.Pool, sourceKind: () => Promise<SourceKind>) {
  let waiting: PendingMessage[] = []
  let isSending = false

  async function sendAll() {
    isSending = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await send(batch).then(
        () => batch.forEach(({ settle }) => settle.resolve()),
        (error: unknown) => batch.forEach(({ settle }) => settle.reject(error)),
      )
    }
    isSending = false
  }

  async function send(batch: PendingMessage[]) {
    const kind = await sourceKind()
    const values = [batch.map(({ prefix }) => prefix), batch.map(({ content }) => content)]
    if (kind === 'log') await pool.query({ name: 'emit', text: await emitText(pool), values })
    else await pool.query({ name: 'note', text: outboxText, values })
  }

  return function emit(prefix: string, content: Buffer): Promise<void> {
    const settle = Promise.withResolvers<void>()
    waiting.push({ prefix, content, settle })
    if (!isSending) void sendAll()
    return settle.promise
  }
}

const batchOf = 'unnest($1::text[], $2::bytea[]) with ordinality as each (prefix, content, place)'
const outboxText = `
  with noted as (
    insert into realtime.outbox (kind, prefix, content) select 'MESSAGE', prefix, content from ${batchOf} order by place
  )
  select pg_notify('${outboxChannel}', '')`

/** Without a flush, a message waits for the WAL writer (200 ms). Before 17 only a commit flushes, so there the message is transactional. */
async function emitText(pool: pg.Pool) {
  const text = `select current_setting('server_version_num')::int as version`
  const { rows } = await pool.query<{ version: number }>({ name: 'version', text })
  const call =
    rows[0]!.version >= flushArgumentSince
      ? 'pg_logical_emit_message(false, prefix, content, place = cardinality($1::text[]))'
      : 'pg_logical_emit_message(true, prefix, content)'
  return `select ${call} from ${batchOf} order by place`
}

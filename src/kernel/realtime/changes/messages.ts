// Messages between nodes that travel in the log, beside the changes: no table, no lock, in one order for everybody.
import type pg from 'pg'

export type MessageHandler = (content: Buffer) => void
type Waiting = { prefix: string; content: Buffer; settle: PromiseWithResolvers<void> }

const flushArgumentSince = 170_000

/** Who on this node listens to which messages. */
export function createMessages() {
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
 * Sends messages in the order they were given. What is given while the database answers goes out together, so that the log is
 * flushed once for many.
 */
export function createEmitter(pool: pg.Pool) {
  let waiting: Waiting[] = []
  let isSending = false
  let statement: Promise<string> | undefined

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

  async function send(batch: Waiting[]) {
    statement ??= emitStatement(pool)
    statement.catch(() => (statement = undefined))
    const values = [batch.map(({ prefix }) => prefix), batch.map(({ content }) => content)]
    await pool.query({ name: 'emit', text: await statement, values })
  }

  return function emit(prefix: string, content: Buffer): Promise<void> {
    const settle = Promise.withResolvers<void>()
    waiting.push({ prefix, content, settle })
    if (!isSending) void sendAll()
    return settle.promise
  }
}

/** Unflushed, a message waits for the log's own pace of 200 ms. Before 17 only a commit flushes: there it is part of the transaction. */
async function emitStatement(pool: pg.Pool) {
  const { rows } = await pool.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
  const last = 'place = cardinality($1::text[])'
  return rows[0]!.version >= flushArgumentSince
    ? `select pg_logical_emit_message(false, prefix, content, ${last})
       from unnest($1::text[], $2::bytea[]) with ordinality as each (prefix, content, place) order by place`
    : `select pg_logical_emit_message(true, prefix, content)
       from unnest($1::text[], $2::bytea[]) with ordinality as each (prefix, content, place) order by place`
}

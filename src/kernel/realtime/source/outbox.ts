// The stream of committed changes without logical decoding: triggers write into the outbox, and every node reads it in order.
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type Row, outboxMessages } from './outbox-messages.ts'
import type { Stream, StreamHandler } from './stream.ts'
import { updateTriggers } from './outbox-triggers.ts'

type OutboxOptions = { config: pg.ClientConfig; log: FastifyBaseLogger; silentMs: number; handler: StreamHandler }

/** NOTIFY would serialize commits, so nodes send it only outside of writing transactions. */
export const outboxChannel = 'realtime_outbox'

// Polling interval, for changes that no node has announced.
const readEveryMs = 100
const syncTriggersEveryMs = 5000
const pruneEveryMs = 30_000
/** Rows are retained for one and a half times this. */
const maxPauseMs = 60_000
const rowsAtOnce = 200
const sessionOptions = '-c lock_timeout=2000 -c statement_timeout=30000'

const columns = 'id, transaction, noted_at, kind, relation, attributes, new_row, old_row, prefix, content'
// Selects exactly what was committed since the last read: a long transaction does not delay others and is not missed.
const isNew =
  'transaction >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(transaction, $1::pg_snapshot)'
const readText = `
  select pg_current_snapshot()::text as snapshot, each.* from (select) as always
  left join lateral (select ${columns} from realtime.outbox where ${isNew} order by id limit ${rowsAtOnce}) as each on true`
const restText = `
  declare rest no scroll cursor for select ${columns} from realtime.outbox
  where ${isNew} and pg_visible_in_snapshot(transaction, $2::pg_snapshot) and id > $3 order by id`

export function openOutbox({ config, log, silentMs, handler }: OutboxOptions): Stream {
  const client = new pg.Client({
    ...config,
    options: sessionOptions,
    connectionTimeoutMillis: 10_000,
    query_timeout: silentMs,
  })
  const closed = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => {})
  client.on('error', ended.reject)
  client.on('end', () => ended.reject(new Error('the connection ended')))
  const signal = createSignal()
  client.on('notification', () => signal.raise())
  let stopped = false
  let syncTriggersAt = 0
  let triggersSynced = Promise.withResolvers<boolean>()

  async function read(onStarted: () => void) {
    await client.connect()
    await client.query(`listen ${outboxChannel}`)
    await updateTriggers(client, log)
    const { rows } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
    let { snapshot } = rows[0]!
    const toMessages = outboxMessages(client)
    let pruneAt = 0
    syncTriggersAt = Date.now() + syncTriggersEveryMs
    onStarted()
    for (let readAt = Date.now(); !stopped;) {
      await Promise.race([signal.wait(readEveryMs), ended.promise])
      if (stopped) return
      if (Date.now() - readAt > maxPauseMs) throw new Error('the outbox was not read for too long')
      readAt = Date.now()
      snapshot = await readOn(snapshot, toMessages)
      if (Date.now() >= syncTriggersAt) await syncTriggers()
      if (Date.now() < pruneAt) continue
      await client.query('select realtime.prune_outbox()')
      pruneAt = Date.now() + pruneEveryMs
    }
  }

  async function syncTriggers() {
    const waiting = triggersSynced
    triggersSynced = Promise.withResolvers()
    syncTriggersAt = Date.now() + syncTriggersEveryMs
    waiting.resolve(await updateTriggers(client, log))
  }

  /** Reads everything committed after a snapshot; returns the snapshot it has read up to. */
  async function readOn(before: string, toMessages: ReturnType<typeof outboxMessages>) {
    const foundAt = Date.now()
    type Read = Row & { snapshot: string }
    const { rows } = await client.query<Read>({ name: 'outbox', text: readText, values: [before] })
    const { snapshot: after } = rows[0]!
    const first: Row[] = rows.filter(({ id }) => id !== null)
    await take(first)
    if (first.length < rowsAtOnce) return after
    await client.query('begin')
    await client.query(restText, [before, after, first.at(-1)!.id])
    for (let page = first; page.length > 0 && !stopped;) {
      ;({ rows: page } = await client.query<Row>(`fetch ${rowsAtOnce} from rest`))
      await take(page)
    }
    await client.query('commit')
    return after

    async function take(page: Row[]) {
      const done = (await toMessages(page)).map(async (message) => handler.take(message, Date.now() - foundAt))
      await Promise.all(done)
    }
  }

  return {
    async run(onStarted) {
      try {
        await read(onStarted)
      } finally {
        await client.end().catch(() => {})
        closed.resolve()
      }
    },
    isComplete() {
      syncTriggersAt = 0
      signal.raise()
      return triggersSynced.promise
    },
    async stop() {
      stopped = true
      signal.raise()
      await closed.promise
    },
  }
}

/** Waits for a signal, also one since the last wait, but at most this many milliseconds. */
function createSignal() {
  let raised = Promise.withResolvers<void>()
  return {
    raise: () => raised.resolve(),
    async wait(ms: number) {
      const clock = setTimeout(raised.resolve, ms)
      await raised.promise
      clearTimeout(clock)
      raised = Promise.withResolvers()
    },
  }
}

// The stream of committed changes where the log may not be decoded: what triggers wrote into the outbox, read by everybody in the order it was written.
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { type Row, outboxMessages } from './outbox-messages.ts'
import type { Stream, StreamHandler } from './stream.ts'
import { watchPublished } from './outbox-triggers.ts'

type OutboxOptions = { config: pg.ClientConfig; log: FastifyBaseLogger; silentMs: number; handler: StreamHandler }

/** Notified outside of writing transactions only: by nodes that wrote, and by nodes that tell each other something. */
export const outboxChannel = 'realtime_outbox'

// Changes by somebody whom no node knows of are found as late as this.
const readEveryMs = 100
const tendEveryMs = 5000
const pruneEveryMs = 30_000
/** Rows are kept half as long again. */
const longestPauseMs = 60_000
const rowsAtOnce = 200
const sessionOptions = '-c lock_timeout=2000 -c statement_timeout=30000'

const columns = 'id, transaction, noted_at, kind, relation, attributes, new_row, old_row, prefix, content'
// What is committed now and was not at the last reading, exactly: a transaction that takes long holds nobody back and is not overlooked.
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
  const bell = createBell()
  client.on('notification', () => bell.ring())
  let stopped = false
  let tendAt = 0
  let tended = Promise.withResolvers<boolean>()

  async function read(onStarted: () => void) {
    await client.connect()
    await client.query(`listen ${outboxChannel}`)
    await watchPublished(client, log)
    const { rows } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
    let { snapshot } = rows[0]!
    const toMessages = outboxMessages(client)
    let pruneAt = 0
    tendAt = Date.now() + tendEveryMs
    onStarted()
    for (let readAt = Date.now(); !stopped;) {
      await Promise.race([bell.wait(readEveryMs), ended.promise])
      if (stopped) return
      if (Date.now() - readAt > longestPauseMs) throw new Error('the outbox was not read for too long')
      readAt = Date.now()
      snapshot = await readOn(snapshot, toMessages)
      if (Date.now() >= tendAt) await tend()
      if (Date.now() < pruneAt) continue
      await client.query('select realtime.prune_outbox()')
      pruneAt = Date.now() + pruneEveryMs
    }
  }

  async function tend() {
    const asking = tended
    tended = Promise.withResolvers()
    tendAt = Date.now() + tendEveryMs
    asking.resolve(await watchPublished(client, log))
  }

  /** Reads all that is new since a snapshot; the answer is the snapshot it is read up to. */
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
      tendAt = 0
      bell.ring()
      return tended.promise
    },
    async stop() {
      stopped = true
      bell.ring()
      await closed.promise
    },
  }
}

/** Waits until it rings, or rang since the last waiting, but not longer than so many milliseconds. */
function createBell() {
  let rang = Promise.withResolvers<void>()
  return {
    ring: () => rang.resolve(),
    async wait(ms: number) {
      const clock = setTimeout(rang.resolve, ms)
      await rang.promise
      clearTimeout(clock)
      rang = Promise.withResolvers()
    },
  }
}

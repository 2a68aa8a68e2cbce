// Knows what the exposed schemas hold. Loaded at start, after DDL, after NOTIFY pgrst, and when a request names something unknown.
import pg from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import { RestError } from '../errors/rest-error.ts'
import { buildSchema } from './build-schema.ts'
import { type Catalog, schemaQuery } from './schema-query.ts'
import type { SchemaCache } from './schema.ts'

export type LiveSchema = {
  /** What is known now. Waits for the first load; a RestError PGRST002 while the database cannot be asked. */
  current(): Promise<SchemaCache>
  /** For a request that met an unknown name: the newest knowledge, or undefined when there is none newer than `seen`. */
  newerThan(seen: SchemaCache): Promise<SchemaCache | undefined>
  close(): Promise<void>
}

/** A migration is many statements: one load after the last of them is enough. */
const debounceMs = 100
/** Without an event trigger requests for unknown names, however many, make us look at most this often. */
const leastAgeMs = 500
const longestWaitMs = 10_000

export function watchSchema(config: pg.ClientConfig, schemas: readonly string[], log: FastifyBaseLogger): LiveSchema {
  let cache: SchemaCache | undefined
  let generation = 0
  let loadedAt = -Infinity
  let loading: Promise<SchemaCache> | undefined
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let waitMs = 100
  let isWatched = false
  let isStale = false
  let isClosed = false
  let timezones: ReadonlySet<string> | undefined

  async function connect() {
    // Pipelined: questions of several requests may be under way at once.
    const fresh = new pg.Client({ ...config, pipeline: true, application_name: 'rest schema cache' } as pg.ClientConfig)
    fresh.on('error', () => {}) // `end` follows, and connects again
    fresh.on('notification', ({ payload }) => {
      if (payload !== '' && payload !== 'reload schema') return
      isStale = true
      reloadIn(debounceMs)
    })
    await fresh.connect()
    fresh.once('end', () => {
      if (client !== fresh) return
      client = undefined
      if (!isClosed) reloadIn(waitMs)
    })
    // Every type name shall come qualified, so that it means the same under any search path.
    await fresh.query(`set search_path = ''; listen pgrst`)
    return (client = fresh)
  }

  async function load() {
    const asked = performance.now()
    isStale = false
    try {
      const connection = client ?? (await connect())
      const { rows } = await connection.query<{ catalog: string }>(schemaQuery, [schemas])
      const catalog = JSON.parse(rows[0]!.catalog) as Catalog
      timezones ??= await readTimezones(connection)
      cache = { ...buildSchema(catalog, ++generation), timezones }
      isWatched = catalog.watches
      loadedAt = asked
      waitMs = 100
      return cache
    } catch (error) {
      log.error({ err: error }, 'the schema cache could not be loaded')
      isStale = true
      waitMs = Math.min(waitMs * 2, longestWaitMs)
      reloadIn(waitMs)
      throw error
    }
  }

  /** One load at a time. A change that falls into a running load is seen by the next one. */
  function reload(): Promise<SchemaCache> {
    loading ??= load().finally(() => (loading = undefined))
    return loading
  }

  function reloadIn(ms: number) {
    if (isClosed) return
    clearTimeout(timer)
    timer = setTimeout(
      () =>
        void Promise.resolve(loading)
          .catch(() => {})
          .then(reload)
          .catch(() => {}),
      ms,
    )
    timer.unref()
  }

  const unavailable = () =>
    new RestError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.')

  reload().catch(() => {})
  return {
    async current() {
      if (cache) return cache
      return reload().catch(() => {
        throw unavailable()
      })
    },
    async newerThan(seen) {
      const asked = performance.now()
      try {
        if (isWatched && client) {
          // A notice of a change that is committed arrives before the answer to a later question.
          await client.query('select')
          // What is loading now may have begun before the change: then it is still stale afterwards.
          while (loading || isStale) await (loading ?? reload())
        } else {
          await loading
          const tooYoungMs = loadedAt + leastAgeMs - asked
          if (tooYoungMs > 0) await new Promise((resolve) => setTimeout(resolve, tooYoungMs))
          while (loadedAt < asked) await reload()
        }
      } catch {
        throw unavailable()
      }
      return cache === seen ? undefined : cache
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await loading?.catch(() => {})
      await client?.end()
    },
  }
}

/** PostgreSQL reads some hundred files for it: once is enough. */
async function readTimezones(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>('select name from pg_timezone_names')
  return new Set(rows.map((row) => row.name))
}

// Loads the schema cache of the exposed schemas: at start, after DDL, after NOTIFY pgrst, and when a request uses an unknown name.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { openPersistentConnection } from '../../postgres/persistent-connection.ts'
import { RestError } from '../errors/rest-error.ts'
import { buildSchema } from './build-schema.ts'
import {
  type DatabaseSetting,
  type RestSettings,
  createSettingsReader,
  databaseSettingsQuery,
} from './database-settings.ts'
import { type Catalog, schemaQuery } from './schema-query.ts'
import type { SchemaCache } from './schema.ts'

export type LiveSchema = {
  /** The current schema cache. Waits for the first load; throws a RestError PGRST002 while the database is unreachable. */
  current(): Promise<SchemaCache>
  /** For a request with an unknown name: the newest schema cache, or undefined when none is newer than `seen`. */
  newerThan(seen: SchemaCache): Promise<SchemaCache | undefined>
  close(): Promise<void>
}

/** A migration has many statements: the cache is loaded once after the last one. */
const debounceMs = 100
/** Minimum interval between the loads that unknown names cause without an event trigger. */
const minAgeMs = 500
const maxWaitMs = 10_000
/** Maximum delay of a request with an unknown name by a half-open connection. */
const catchUpMs = 5_000

export function watchSchema(config: pg.ClientConfig, environment: RestSettings, log: FastifyBaseLogger): LiveSchema {
  const readSettings = createSettingsReader(environment, log)
  let cache: SchemaCache | undefined
  let generation = 0
  let loadedAt = -Infinity
  let loading: Promise<SchemaCache> | undefined
  let timer: NodeJS.Timeout | undefined
  let waitMs = 100
  let isWatched = false
  let isStale = false
  let isClosed = false
  let timezones: ReadonlySet<string> | undefined

  const connection = openPersistentConnection({
    config,
    name: 'rest schema cache',
    // With an empty search path, type names are schema-qualified and so valid under any search path.
    setup: (client) => client.query(`set search_path = ''; listen pgrst`),
    onNotification({ payload }) {
      if (payload !== '' && payload !== 'reload schema' && payload !== 'reload config') return
      isStale = true
      reloadIn(debounceMs)
    },
    // Notifications of changes made while disconnected were missed.
    onUp() {
      isStale = true
      reload().catch(() => {})
    },
    log,
  })

  async function load() {
    const startedAt = performance.now()
    isStale = false
    try {
      // The first load waits for the first connection.
      if (!cache) await connection.first.catch(() => {})
      const client = connection.client()
      if (!client) throw new Error('the connection of the schema cache is down')
      const settings = readSettings((await client.query<DatabaseSetting>(databaseSettingsQuery)).rows)
      const { rows } = await client.query<{ catalog: string }>(schemaQuery, [settings.schemas])
      const catalog = JSON.parse(rows[0]!.catalog) as Catalog
      timezones ??= await readTimezones(client)
      cache = { ...buildSchema(catalog, ++generation, settings), timezones }
      isWatched = catalog.watches
      loadedAt = startedAt
      waitMs = 100
      return cache
    } catch (error) {
      isStale = true
      // Without a connection, onUp repeats the load.
      if (!connection.isUp()) throw error
      log.error({ err: error }, 'the schema cache could not be loaded')
      waitMs = Math.min(waitMs * 2, maxWaitMs)
      reloadIn(waitMs)
      throw error
    }
  }

  /** Runs one load at a time. A change during a load is picked up by the next one. */
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

  return {
    async current() {
      if (cache) return cache
      return reload().catch(() => {
        throw unavailable()
      })
    },
    async newerThan(seen) {
      const startedAt = performance.now()
      try {
        if (isWatched && (await connection.caughtUp(catchUpMs))) {
          // All notifications of committed changes have arrived. If a running load began before a change, `isStale` stays true after it.
          while (loading || isStale) await (loading ?? reload())
        } else {
          await loading
          const tooYoungMs = loadedAt + minAgeMs - startedAt
          if (tooYoungMs > 0) await new Promise((resolve) => setTimeout(resolve, tooYoungMs))
          while (loadedAt < startedAt) await reload()
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
      await connection.stop()
    },
  }
}

/** Loaded once, because PostgreSQL reads some hundred files for it. */
async function readTimezones(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>('select name from pg_timezone_names')
  return new Set(rows.map((row) => row.name))
}

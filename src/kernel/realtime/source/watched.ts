// Keeps the triggers of the outbox where they belong: on every published table while changes go through it, nowhere else.
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

type Watching = { relation: number; wanted: string | null; is_watched: boolean; is_right: boolean }

/** Has the changes of everything published written down. A table that somebody holds locked is left for the next time: false. */
export async function watchPublished(client: pg.Client | pg.Pool, log: FastifyBaseLogger): Promise<boolean> {
  const { rows } = await client.query<Watching>('select * from realtime.outbox_state() where not is_right')
  return each(rows, 'enable_outbox', client, log)
}

/** Takes the triggers away, for the log tells the same. */
export async function stopWatching(config: pg.ClientConfig, log: FastifyBaseLogger) {
  const client = new pg.Client({ ...config, options: '-c lock_timeout=2000', connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Watching>('select * from realtime.outbox_state() where is_watched')
    await each(rows, 'disable_outbox', client, log)
  } finally {
    await client.end().catch(() => {})
  }
}

async function each(
  tables: Watching[],
  what: 'enable_outbox' | 'disable_outbox',
  client: pg.Client | pg.Pool,
  log: FastifyBaseLogger,
) {
  let all = true
  for (const { relation } of tables) {
    try {
      await client.query(`select realtime.${what}($1)`, [relation])
    } catch (error) {
      all = false
      log.warn(
        { err: error, relation },
        `the trigger of the change feed could not be ${what === 'enable_outbox' ? 'made' : 'dropped'}`,
      )
    }
  }
  return all
}

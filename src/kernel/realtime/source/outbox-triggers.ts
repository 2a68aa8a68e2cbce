// Synchronizes the outbox triggers with the publication: on every published table while the outbox is the source, else on none.
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

type WatchedTable = { relation: number; wanted: string | null; is_watched: boolean; is_right: boolean }

/**
 * Creates, replaces or drops triggers to match the publication. Returns false when a table is locked; the next call
 * retries.
 */
export async function updateTriggers(client: pg.Client | pg.Pool, log: FastifyBaseLogger): Promise<boolean> {
  const { rows } = await client.query<WatchedTable>('select * from realtime.outbox_state() where not is_right')
  return alterTriggers(rows, 'enable_outbox', client, log)
}

/** Drops the triggers: logical decoding does not need them, and each slows down writes. */
export async function dropTriggers(config: pg.ClientConfig, log: FastifyBaseLogger) {
  const client = new pg.Client({ ...config, options: '-c lock_timeout=2000', connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<WatchedTable>('select * from realtime.outbox_state() where is_watched')
    await alterTriggers(rows, 'disable_outbox', client, log)
  } finally {
    await client.end().catch(() => {})
  }
}

async function alterTriggers(
  tables: WatchedTable[],
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
        `an outbox trigger could not be ${what === 'enable_outbox' ? 'created' : 'dropped'}`,
      )
    }
  }
  return all
}

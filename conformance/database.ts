import pg from 'pg'
import { inject } from 'vitest'

/** Runs SQL as superuser directly in the database, without notifying the server. */
export async function executeSql(sql: string) {
  const client = new pg.Client({ connectionString: inject('server').databaseUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

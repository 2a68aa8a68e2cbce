import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/**
 * Runs a statement on the database of this worker's installation, as its owner, for states that take months to arise.
 */
export async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const folder = process.env['E2E_DATA_DIR']!
  // Lines of postmaster.pid: process, folder, start, port, folder of the socket.
  const [, , , port, host] = readFileSync(join(folder, 'cluster/pg/postmaster.pid'), 'utf8').split('\n')
  const { passwords } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as {
    passwords: { postgres: string }
  }
  const login = { user: 'postgres', password: passwords.postgres, database: 'postgres' }
  const client = new pg.Client({ ...login, host: host!, port: Number(port) })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

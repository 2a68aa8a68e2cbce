import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startTestServer } from '../test/server.ts'

export type Sql = <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>

/** Calls `read` with a freshly migrated database on a temporary PostgreSQL. */
export async function withMigratedDatabase<Result>(read: (sql: Sql) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'maslul-report-'))
  const server = await startTestServer(folder)
  const config = { host: server.socket, user: 'postgres', password: server.password }
  const admin = new pg.Client({ ...config, database: 'postgres' })
  const client = new pg.Client({ ...config, database: 'report' })
  try {
    await admin.connect()
    await admin.query('create database report template template')
    await client.connect()
    return await read(async (text) => (await client.query(text)).rows)
  } finally {
    await Promise.all([admin.end(), client.end()])
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

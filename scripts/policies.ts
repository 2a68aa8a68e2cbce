// Generates docs/policies.md from a freshly migrated database.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startTestServer } from '../test/server.ts'
import { policyReport } from '../test/policy-report.ts'
import { root } from '../test/source.ts'

const folder = mkdtempSync(join(tmpdir(), 'maslul-policies-'))
const server = await startTestServer(folder)
try {
  const admin = new pg.Client({
    host: server.socket,
    user: 'postgres',
    password: server.password,
    database: 'postgres',
  })
  await admin.connect()
  await admin.query('create database report template template')
  await admin.end()
  const client = new pg.Client({ host: server.socket, user: 'postgres', password: server.password, database: 'report' })
  await client.connect()
  const report = await policyReport(async (text) => (await client.query(text)).rows)
  await client.end()
  writeFileSync(join(root, 'docs/policies.md'), report)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

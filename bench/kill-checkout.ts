// Is an order paid, recorded and invoiced once when the node is killed? kill -9 between each pair of steps from the click at the checkout
// to the document, with the API of each provider. `--only TEXT`: the steps whose names contain it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../test/open-database.ts'
import { startTestServer } from '../test/server.ts'
import { measurePaymentKills } from './checkout/kill-rounds.ts'
import { paymentKillSteps } from './checkout/kill-steps.ts'

const { values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string', default: '' } } })
const folder = mkdtempSync(join(tmpdir(), 'maslul-bench-'))
const server = await startTestServer(folder)
const login = { host: server.socket, password: server.password, database: 'checkout' }
const admin = new pg.Client({ ...login, user: 'postgres', database: 'postgres' })
await admin.connect()
await admin.query('create database checkout template template')
await admin.end()
const db = openDatabase(login)
try {
  const steps = paymentKillSteps.filter(({ name }) => name.includes(values.only))
  const rounds = steps.flatMap((step) => (['cardcom', 'payplus'] as const).map((provider) => ({ step, provider })))
  const report = await measurePaymentKills(db, rounds)
  process.stdout
    .write(`${report.rounds} purchases, killed ${report.deaths} times; steps not reached: ${report.unreached.join('; ') || 'none'}
differences from one order, one entry in the ledger, one document: ${report.wrong.length || 'none'}
${report.wrong.map((one) => `  ${one}\n`).join('')}`)
  if (report.wrong.length > 0 || report.unreached.length > 0) process.exitCode = 1
} finally {
  await db.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

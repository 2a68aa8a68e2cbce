// Is a message lost or sent twice when the worker is killed? kill -9 at every step from the schedule to the mail server, over 10,000
// recipients.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startTestServer } from '../test/server.ts'
import { killSteps, measureKills } from './messages/kill-rounds.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    recipients: { type: 'string', default: '10000' },
    /** Number of kills, spread over the steps; default: one at each. */
    rounds: { type: 'string', default: String(killSteps.length) },
  },
})
const rounds = Number(values.rounds)
const steps = Array.from({ length: rounds }, (_, i) => killSteps[Math.floor((i * killSteps.length) / rounds)]!)
const folder = mkdtempSync(join(tmpdir(), 'maslul-bench-'))
const server = await startTestServer(folder)
const login = { host: server.socket, password: server.password, database: 'sending' }
const admin = new pg.Client({ ...login, user: 'postgres', database: 'postgres' })
await admin.connect()
await admin.query('create database sending template template')
await admin.end()
const db = new pg.Pool({ ...login, user: 'postgres', max: 2 })
db.on('error', () => {})
try {
  const startedAt = performance.now()
  const report = await measureKills({ login, db, steps, recipients: Number(values.recipients) })
  process.stdout.write(`${((performance.now() - startedAt) / 1000 / rounds).toFixed(1)} s a round
${report.recipients} recipients, killed ${report.deaths} times; steps not reached: ${report.unreached.join(', ') || 'none'}
lost ${report.lost.length}, written twice into the outbox ${report.writtenTwice.length}
taken twice by the mail server ${report.leftTwice.length}, with another Message-ID ${report.withoutSameId.length}
${report.leftTwice.map(({ to, step }) => `  ${to}: ${step}\n`).join('')}`)
  const wrong = [report.lost, report.writtenTwice, report.withoutSameId, report.unreached]
  if (wrong.some((list) => list.length > 0) || report.leftTwice.length > 4 * report.deaths) process.exitCode = 1
} finally {
  await db.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

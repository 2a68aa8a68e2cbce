// Do the calendars match, and is every attendee notified once, when a node is killed? kill -9 between each pair of steps from a booking to
// its event in Google and its mails. `--only TEXT`: the steps whose names contain it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../test/open-database.ts'
import { startTestServer } from '../test/server.ts'
import { measureBookingKills } from './booking/kill-rounds.ts'
import { bookingKillSteps } from './booking/kill-steps.ts'

const { values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string', default: '' } } })
const folder = mkdtempSync(join(tmpdir(), 'maslul-bench-'))
const server = await startTestServer(folder)
const login = { host: server.socket, password: server.password, database: 'booking' }
const admin = new pg.Client({ ...login, user: 'postgres', database: 'postgres' })
await admin.connect()
await admin.query('create database booking template template')
await admin.end()
const db = openDatabase(login)
try {
  const steps = bookingKillSteps.filter(({ name }) => name.includes(values.only))
  const { appointments, deaths, unreached, wrong, mailedTwice } = await measureBookingKills(db, steps)
  process.stdout
    .write(`${appointments} appointments, killed ${deaths} times; steps not reached: ${unreached.join(', ') || 'none'}
differences between database, calendars and mails: ${wrong.length || 'none'}; mails taken twice by the mail server: ${mailedTwice}
${wrong.map((one) => `  ${one}\n`).join('')}`)
  if (wrong.length > 0 || unreached.length > 0) process.exitCode = 1
} finally {
  await db.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

// How fast are domain events dispatched when many are queued, and how much memory does it take? To the product's subscribers, one batch in
// one transaction. Among the events are those of contacts who all enter one automation at once: each has to enter once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { automationEvents } from '#features/automations/running/automation-events.server.ts'
import { staffNotices } from '#features/notifications/staff-notices.server.ts'
import { openPool } from '#kernel/postgres/connection.ts'
import { dispatchBatch } from '#platform/events/dispatcher.server.ts'
import { eventTypes } from '#web/crm/automations/event-catalog.ts'
import { startTestServer } from '../test/server.ts'
import { queueEvents } from './messages/queue-events.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: { events: { type: 'string', default: '100000' }, entering: { type: 'string', default: '10000' } },
})
const [events, entering] = [Number(values.events), Number(values.entering)]
const folder = mkdtempSync(join(tmpdir(), 'maslul-bench-'))
const server = await startTestServer(folder)
const login = { host: server.socket, password: server.password, database: 'events' }
const admin = new pg.Client({ ...login, user: 'postgres', database: 'postgres' })
await admin.connect()
await admin.query('create database events template template')
await admin.end()
const owner = openPool({ ...login, user: 'postgres' }, 1)
const pool = openPool({ ...login, user: 'authenticator' }, 4)
try {
  const subscribers = [staffNotices, automationEvents({ types: eventTypes })]
  for (const { name } of subscribers) await owner.query('select ensure_event_cursor($1)', [name])
  const automation = await queueEvents(owner, { entering, others: events - entering })
  await owner.query('analyze')
  const log = {
    error: (about: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(about)}\n`),
  }
  const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20)
  const before = megabytes()
  let highest = before
  for (const subscriber of subscribers) {
    const times: number[] = []
    for (let isBusy = true; isBusy;) {
      const begun = performance.now()
      isBusy = await dispatchBatch(subscriber, { pool, log })
      times.push(performance.now() - begun)
      highest = Math.max(highest, megabytes())
    }
    const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000
    const per = (share: number) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)]!.toFixed(0)
    process.stdout.write(
      `${subscriber.name}: ${times.length} batches in ${seconds.toFixed(1)} s, a batch p50 ${per(0.5)} ms, p99 ${per(0.99)} ms\n`,
    )
  }
  const { rows } = await owner.query<{ runs: number; contacts: number }>(
    'select count(*)::int as runs, count(distinct contact_id)::int as contacts from automation_runs where automation_id = $1',
    [automation],
  )
  const [{ runs, contacts }] = rows as [{ runs: number; contacts: number }]
  process.stdout.write(`${events} events queued; ${entering} contacts: ${runs} runs of ${contacts} contacts
memory ${before} MB before, at most ${highest} MB\n`)
  if (runs !== entering || contacts !== entering) process.exitCode = 1
} finally {
  await Promise.all([owner.end(), pool.end()])
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

// How fast are queued domain events dispatched to the product's subscribers, one batch per transaction? How much memory
// does it take? They include the events of contacts who enter one automation simultaneously. Each contact has to enter
// and execute each step once, although connections are terminated in the middle of their transactions.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import pg from 'pg'
import { automationEvents } from '#features/automations/running/automation-events.server.ts'
import { advanceDue } from '#features/automations/running/runner.server.ts'
import { staffNotices } from '#features/notifications/staff-notices.server.ts'
import { openPool } from '#kernel/postgres/connection.ts'
import { dispatchBatch } from '#platform/events/dispatcher.server.ts'
import { eventTypes } from '#web/crm/automations/event-catalog.ts'
import { startTestServer } from '../test/server.ts'
import { allOnce, countEntered, killTransactions, queueEvents } from './messages/queue-events.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string', default: '100000' },
    entering: { type: 'string', default: '10000' },
    /** Seconds between two terminations of connections; 0: none. */
    'kill-every': { type: 'string', default: '3' },
  },
})
const [events, entering, killEvery] = [Number(values.events), Number(values.entering), Number(values['kill-every'])]
const print = (line: string) => void process.stdout.write(`${line}\n`)
const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(1)
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
  const queued = performance.now()
  const automation = await queueEvents(owner, { entering, others: events - entering })
  await owner.query('analyze')
  print(`${events} events queued in ${secondsSince(queued)} s`)
  const log = { error: () => {} }
  const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20)
  const before = megabytes()
  let [highest, deaths] = [before, 0]
  const killer = setInterval(
    () => void killTransactions(owner).then((many) => (deaths += many)),
    killEvery * 1000 || 1e9,
  )
  /** Durations of the calls that were not interrupted, until `work` has nothing left to do. */
  async function time(name: string, work: () => Promise<boolean>) {
    const times: number[] = []
    const startedAt = performance.now()
    let failures = 0
    for (let isBusy = true; isBusy;) {
      const start = performance.now()
      try {
        isBusy = await work()
        times.push(performance.now() - start)
      } catch (error) {
        if (++failures > 1000) throw error
      }
      highest = Math.max(highest, megabytes())
    }
    const per = (share: number) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)]!.toFixed(0)
    print(
      `${name}: ${times.length} in ${secondsSince(startedAt)} s, p50 ${per(0.5)} ms, p99 ${per(0.99)} ms, longest ${per(1)} ms`,
    )
  }
  for (const subscriber of subscribers)
    await time(`batches of ${subscriber.name}`, () => dispatchBatch(subscriber, { pool, log }))
  await time('rounds of the runner', async () => {
    // A lost connection is retried after a minute.
    await owner.query(
      `update automation_runs set resume_at = now() where attempts > 0 and status in ('queued', 'waiting')`,
    )
    return (await advanceDue({ pool, log })) > 0
  })
  clearInterval(killer)
  const counts = await countEntered(owner, automation)
  print(`${entering} contacts entered, ${deaths} transactions cut off: ${JSON.stringify(counts)}`)
  print(`memory ${before} MB before, at most ${highest} MB`)
  if (!isDeepStrictEqual(counts, allOnce(entering))) process.exitCode = 1
} finally {
  await Promise.all([owner.end(), pool.end()])
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

// What does a backup cost the users? Compares latency at a fixed rate, and throughput, without backups, with continuous archiving, and
// during consecutive base backups. Rounds alternate on one database. The large size: --people 100000 --seconds 60 --rounds 3.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeOwnerKey, writeBackupKeys } from '#server/installation/backup-keys.ts'
import { ownerOf } from './crm/owner.ts'
import { addPeople, peopleValues } from './crm/people.ts'
import { makeInstallation, stop } from './installation.ts'
import { atRate, throughput } from './load/latencies.ts'
import { send } from './load/requests.ts'
import { staffWork } from './load/staff-work.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '10' },
    /** Requests per second, alternating between a page, a list and a write. */
    rate: { type: 'string', default: '30' },
    clients: { type: 'string', default: '8' },
  },
})
const [people, rounds, seconds] = [Number(values.people), Number(values.rounds), Number(values.seconds)]
const [perSecond, clients] = [Number(values.rate), Number(values.clients)]
const print = (text: string) => process.stdout.write(`${text}\n`)
const median = (list: readonly number[]) => list.toSorted((one, other) => one - other)[list.length >> 1]!

const states = ['without backups', 'archiving', 'base backups'] as const
type State = (typeof states)[number]
type Measured = { p50: number; p99: number; perSecond: number }

const place = mkdtempSync(join(tmpdir(), 'maslul-backup-cost-'))
const installation = await makeInstallation({ DEMO: '0' }, 'src/server/main.ts')
const measured = new Map<State, Measured[]>(states.map((state) => [state, []]))
const failed: string[] = []
try {
  const { child } = await installation.start()
  const staff = staffWork(await ownerOf(installation))
  await installation.sql(addPeople, peopleValues(people))
  await installation.sql('vacuum analyze')
  const [size] = await installation.sql<{ words: string }>(
    'select pg_size_pretty(sum(pg_database_size(oid))) as words from pg_database',
  )
  await stop(child)
  await writeBackupKeys(installation.folder, (await makeOwnerKey()).recipient)
  print(`${people} people, ${size!.words}; ${perSecond} requests a second, then ${clients} clients, ${seconds} s each`)

  const kinds = [
    () => ({ method: 'GET' as const, path: '/', headers: { accept: 'text/html' } }),
    () => staff.list(),
    () => staff.addTask(randomUUID()),
  ]
  const ask = (n: number) => send(installation.url, kinds[n % kinds.length]!())
  for (let round = 0; round < rounds; round++)
    for (const state of states) {
      const server = await installation.start(state === 'without backups' ? {} : { BACKUP_URL: place })
      // Enabling archiving starts with a base backup.
      while (state !== 'without backups' && !(await hasBackup())) await sleep(200)
      await atRate(ask, { perSecond, seconds: 3 })
      const backups = state === 'base backups' ? await repeatBackups() : undefined
      const latencies = await atRate(ask, { perSecond, seconds })
      const served = await throughput(ask, { clients, seconds })
      await backups?.end()
      await stop(server.child)
      failed.push(...latencies.failed, ...served.failed)
      measured.get(state)!.push({ p50: latencies.p50, p99: latencies.p99, perSecond: served.perSecond })
    }
  for (const state of states) print(row(state))
  const server = await installation.start()
  const [taken] = await installation.sql<{ done: number; failed: number; seconds: number; size: string }>(
    `select count(*) filter (where state = 'done')::int as done, count(*) filter (where state = 'failed')::int as failed,
       coalesce(percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at)), 0)::float as seconds,
       pg_size_pretty(max(size_bytes)) as size from backup_runs`,
  )
  await stop(server.child)
  const runs = taken!
  print(
    `  ${runs.done} base backups, ${runs.failed} failed; the median took ${runs.seconds.toFixed(1)} s, the largest has ${runs.size}`,
  )
  print(`  requests that failed: ${failed.length}${failed[0] ? `, the first: ${failed[0]}` : ''}`)
  if (failed.length > 0 || runs.failed > 0 || runs.done < rounds) process.exitCode = 1
} finally {
  installation.remove()
  rmSync(place, { recursive: true, force: true })
}

async function hasBackup() {
  const done = `select from backup_runs r join backup_status s on r.started_at >= s.place_since where r.state = 'done'`
  return (await installation.sql(done)).length > 0
}

/** Runs backups one after the other. `end` waits for the last one. */
async function repeatBackups() {
  const isRunning = async () => (await installation.sql(`select from backup_runs where state = 'running'`)).length > 0
  const countRuns = async () => (await installation.sql('select from backup_runs')).length
  const beginMs = 60_000
  let isEnding = false
  const begin = async () => {
    const before = await countRuns()
    await installation.sql(`select jobs.enqueue('take_backup', '{}', 'take_backup')`)
    // Counts backup runs, because a short backup may have finished before this check.
    for (const until = Date.now() + beginMs; (await countRuns()) === before; await sleep(50))
      if (Date.now() > until) throw new Error('No backup begins')
  }
  await begin()
  const repeating = (async () => {
    for (;;) {
      while (await isRunning()) await sleep(200)
      if (isEnding) return
      await begin()
    }
  })()
  return {
    async end() {
      isEnding = true
      await repeating
    },
  }
}

function row(state: State) {
  const of = (name: State, part: keyof Measured) => median(measured.get(name)!.map((each) => each[part]))
  const beside = (part: keyof Measured) => `× ${(of(state, part) / of('without backups', part)).toFixed(2)}`
  const ms = (part: 'p50' | 'p99') => `${part} ${of(state, part).toFixed(1)} ms (${beside(part)})`
  return `  ${state.padEnd(16)} ${ms('p50')}, ${ms('p99')}; ${of(state, 'perSecond').toFixed(0)} requests a second (${beside('perSecond')})`
}

// The effects of a PostgreSQL outage on the running product: connections, public pages and writes, measured from outside.
import { setTimeout as sleep } from 'node:timers/promises'
import { makeInstallation, stop } from '../installation.ts'
import { makePostgres, makeProxy } from './postgres-server.ts'

export type OutageReport = {
  connectionsBefore: number
  /** Connections after each outage. */
  connectionsAfter: number[]
  /** Responses of public pages by status; 0: none. */
  pages: Record<number, number>
  acknowledged: number
  lost: number
  slowestWriteMs: number
  /** Milliseconds of a write with an intact and with a half-open LISTEN connection. */
  writeMs: number[]
  halfOpenWriteMs: number[]
  /** Log lines that are not about requests. */
  logLines: number
  /** Milliseconds from SIGTERM to the exit of the process while the database is stopped. */
  stopMs: number
}

type Options = { rounds: number; gapMs: number; halfOpenWrites: number }

const paths = ['/', '/contact', '/blog', '/pricing']

export async function measureOutage({ rounds, gapMs, halfOpenWrites }: Options): Promise<OutageReport> {
  const postgres = await makePostgres()
  const proxy = await makeProxy(postgres.port, 'maslul pages')
  const installation = await makeInstallation({ DATABASE_URL: proxy.url, DEMO: '1' }, 'src/server/main.ts')
  const { child } = await installation.start()
  const report: OutageReport = {
    connectionsBefore: 0,
    connectionsAfter: [],
    pages: {},
    acknowledged: 0,
    lost: 0,
    slowestWriteMs: 0,
    writeMs: [],
    halfOpenWriteMs: [],
    logLines: 0,
    stopMs: 0,
  }
  const load = { isOn: true }
  const acknowledged: number[] = []
  let nextId = 1

  async function write() {
    const id = nextId++
    const began = performance.now()
    const isDone = await insert(installation, id)
    const ms = performance.now() - began
    if (isDone) acknowledged.push(id)
    return { isDone, ms }
  }

  async function writeContinuously() {
    while (load.isOn) {
      const { isDone, ms } = await write()
      report.slowestWriteMs = Math.max(report.slowestWriteMs, ms)
      await sleep(isDone ? 5 : 50)
    }
  }

  async function readContinuously() {
    for (let n = 0; load.isOn; n++) {
      const status = await fetch(installation.url + paths[n % paths.length]!, { signal: AbortSignal.timeout(10_000) })
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        })
        .catch(() => 0)
      report.pages[status] = (report.pages[status] ?? 0) + 1
      await sleep(20)
    }
  }

  const connections = async () =>
    Number(
      (
        await postgres.query<{ n: string }>(
          `select count(*) as n from pg_stat_activity where application_name in ('maslul pages', 'rest schema cache', 'job runner')`,
        )
      )[0]!.n,
    )

  try {
    await postgres.query(`
      create table public.outage_bench (id int primary key);
      alter table public.outage_bench enable row level security;
      grant all on public.outage_bench to service_role;
      notify pgrst, 'reload schema'`)
    while (!(await write()).isDone) await sleep(50)
    for (const path of paths) await fetch(installation.url + path)
    report.connectionsBefore = await connections()

    for (let n = 0; n < halfOpenWrites; n++) report.writeMs.push((await write()).ms)
    proxy.state.isSilent = true
    for (let n = 0; n < halfOpenWrites; n++) report.halfOpenWriteMs.push((await write()).ms)
    proxy.state.isSilent = false

    const running = [writeContinuously(), writeContinuously(), readContinuously(), readContinuously()]
    for (let round = 0; round < rounds; round++) {
      await sleep(500)
      await postgres.stop()
      await sleep(gapMs)
      await postgres.start()
      const before = acknowledged.length
      while (acknowledged.length === before) await sleep(50)
      // The slowest reconnect: a delay of 5 s after the last failed attempt.
      await sleep(6000)
      report.connectionsAfter.push(await connections())
    }
    load.isOn = false
    await Promise.all(running)
    const rows = await postgres.query<{ id: number }>('select id from outage_bench')
    const stored = new Set(rows.map(({ id }) => id))
    report.acknowledged = acknowledged.length
    report.lost = acknowledged.filter((id) => !stored.has(id)).length
    report.logLines = installation.logLines()

    await postgres.stop()
    const startedAt = performance.now()
    await stop(child)
    report.stopMs = performance.now() - startedAt
    return report
  } finally {
    load.isOn = false
    await stop(child, 'SIGKILL')
    proxy.close()
    await postgres.remove()
    installation.remove()
  }
}

async function insert(installation: { url: string; serviceKey(): string }, id: number) {
  const key = installation.serviceKey()
  try {
    const response = await fetch(`${installation.url}/rest/v1/outage_bench`, {
      method: 'POST',
      headers: {
        apikey: key,
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        prefer: 'return=minimal',
      },
      body: JSON.stringify({ id }),
      signal: AbortSignal.timeout(20_000),
    })
    await response.arrayBuffer()
    return response.status === 201
  } catch {
    return false
  }
}

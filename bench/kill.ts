// Checks that no acknowledged row is lost: SIGKILL during a burst of inserts through rest/v1. PostgreSQL, Node, or both are killed.
import { setTimeout as sleep } from 'node:timers/promises'
import { makeInstallation, stop } from './installation.ts'

const rounds = Number(process.argv[3] ?? 20)
const writers = 8
const maxPauseMs = 30_000
const victims = ['postgres', 'one connection', 'node', 'both'] as const
type Victim = (typeof victims)[number]
type Round = { acknowledged: number; lost: number; damaged: number; unsure: number; readyMs: number }

const installation = await makeInstallation()
let { child } = await installation.start()
const key = installation.serviceKey()
let nextId = 1

try {
  await installation.sql(`
    create table public.kill_bench (id int primary key, body text not null);
    alter table public.kill_bench enable row level security;
    grant all on public.kill_bench to service_role;
    notify pgrst, 'reload schema'`)
  const startedAt = performance.now()
  while (!(await insert(nextId++))) {
    if (performance.now() - startedAt > maxPauseMs)
      throw new Error(`rest/v1 does not see the table: ${installation.lastOutput()}`)
    await sleep(50)
  }

  const table: Record<string, Record<string, string | number>> = {}
  for (const victim of victims) {
    const done: Round[] = []
    for (let round = 0; round < rounds; round++) done.push(await kill(victim))
    process.stderr.write(`${rounds} rounds on ${victim} done\n`)
    table[`kill -9 ${victim}`] = summary(done)
  }
  print(table)
} finally {
  await stop(child)
  installation.remove()
}

async function kill(victim: Victim): Promise<Round> {
  const first = nextId
  const acknowledged: number[] = []
  const burst = { on: true, failures: 0 }
  const writing = Array.from({ length: writers }, () => write(burst, acknowledged))
  await sleep(100 + Math.random() * 300)

  const killed = performance.now()
  burst.failures = 0
  await strike(victim)
  // Until the writers detect the kill, a response may be one that was sent before it.
  while (burst.failures === 0 && performance.now() - killed < 3000) await sleep(1)
  if (victim === 'node' || victim === 'both') child = (await installation.start()).child
  while (!(await installation.answers('/rest/v1/kill_bench?select=id&limit=1'))) {
    if (performance.now() - killed > maxPauseMs)
      throw new Error(`No answer after kill -9 on ${victim}: ${installation.lastOutput()}`)
    await sleep(10)
  }
  const readyMs = performance.now() - killed
  burst.on = false
  await Promise.all(writing)
  if (!(await insert(nextId++))) throw new Error(`After kill -9 on ${victim} the server answers and does not write.`)

  const rows = await installation.sql<{ id: number; body: string }>('select id, body from kill_bench where id >= $1', [
    first,
  ])
  const stored = new Map(rows.map((row) => [row.id, row.body]))
  const lost = acknowledged.filter((id) => !stored.has(id)).length
  const damaged = rows.filter((row) => row.body !== bodyOf(row.id)).length
  return {
    acknowledged: acknowledged.length,
    lost,
    damaged,
    unsure: rows.length - acknowledged.length - 1 + lost,
    readyMs,
  }
}

async function strike(victim: Victim) {
  const postmaster = installation.postmaster()
  if (victim === 'one connection') {
    const [backend] = await installation.sql<{ pid: number }>(
      `select pid from pg_stat_activity where usename = 'authenticator' order by random() limit 1`,
    )
    return void process.kill(backend!.pid, 'SIGKILL')
  }
  if (victim !== 'node') process.kill(postmaster, 'SIGKILL')
  if (victim !== 'postgres') await stop(child, 'SIGKILL')
}

async function write(burst: { on: boolean; failures: number }, acknowledged: number[]) {
  while (burst.on) {
    const id = nextId++
    if (await insert(id)) acknowledged.push(id)
    else {
      burst.failures++
      await sleep(5)
    }
  }
}

/** True only when the server has acknowledged the row. */
async function insert(id: number) {
  try {
    const answer = await fetch(`${installation.url}/rest/v1/kill_bench`, {
      method: 'POST',
      headers: {
        apikey: key,
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        prefer: 'return=minimal',
      },
      body: JSON.stringify({ id, body: bodyOf(id) }),
      signal: AbortSignal.timeout(20_000),
    })
    await answer.arrayBuffer()
    return answer.status === 201
  } catch {
    return false
  }
}

function bodyOf(id: number) {
  return `row ${id} `.repeat(1 + (id % 40))
}

function summary(done: Round[]) {
  const sum = (of: (round: Round) => number) => done.reduce((total, round) => total + of(round), 0)
  const times = done.map((round) => round.readyMs).toSorted((a, b) => a - b)
  return {
    rounds: done.length,
    acknowledged: sum((round) => round.acknowledged),
    lost: sum((round) => round.lost),
    damaged: sum((round) => round.damaged),
    'written, not acknowledged': sum((round) => round.unsure),
    'ready again, median ms': Math.round(times[times.length >> 1]!),
    'worst ms': Math.round(times.at(-1)!),
  }
}

function print(table: Record<string, Record<string, string | number>>) {
  const columns = Object.keys(Object.values(table)[0]!)
  const lines = [
    ['', ...columns],
    ...Object.entries(table).map(([name, row]) => [name, ...columns.map((column) => String(row[column]))]),
  ]
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)))
  for (const line of lines)
    process.stdout.write(
      `${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')}\n`,
    )
  const wrong = Object.values(table).some((row) => row['lost'] !== 0 || row['damaged'] !== 0)
  process.stdout.write(wrong ? 'ROWS WERE LOST\n' : 'No acknowledged row was lost, and every restart was clean.\n')
  if (wrong) process.exitCode = 1
}

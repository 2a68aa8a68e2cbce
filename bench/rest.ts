// What does rest/v1 cost compared with the database alone? The same SQL, through HTTP (wrk → node → PostgreSQL) and by pgbench, in
// alternating rounds.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createTokens } from '#kernel/jwt.ts'
import { makeInstallation, stop } from './installation.ts'
import { pgbench } from './rest/pgbench.ts'
import { processorSeconds } from './rest/processor.ts'
import { type Question, claimsOf, prepareTables, questions, scriptFor } from './rest/questions.ts'
import { wrk } from './rest/wrk.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string' },
    clients: { type: 'string', default: '10' },
    connections: { type: 'string', default: '32' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const clients = Number(values.clients)
const connections = Number(values.connections)

/** Requests per second, and CPU microseconds per request: in total, and of node or pgbench. */
type Round = { perSecond: number; all: number; own: number }

const installation = await makeInstallation()
const { child: server } = await installation.start()
try {
  await installation.sql(prepareTables)
  const [reader] = await installation.sql<{ owner: string }>('select owner from bench_notes where id = 5')
  const claims = claimsOf(reader!.owner)
  const tokens = await createTokens(installation.keys(), 'bench')
  const headers = {
    apikey: tokens.anonKey,
    authorization: `Bearer ${await tokens.sign(claims, 3600)}`,
    'content-type': 'application/json',
  }
  print(`${rounds} rounds of ${seconds} s each, in turns.`)
  print(`rest/v1: Debian's wrk, 1 thread, ${connections} connections. Its own processor time is not counted.`)
  print(`pgbench: -M prepared, 1 thread, ${clients} clients; begin, set_config, query, commit. Its own is counted.\n`)
  for (const question of questions)
    if (!values.only || values.only === question.name) await compare(question, claims, headers)
} finally {
  await stop(server)
  installation.remove()
}

async function compare(question: Question, claims: object, headers: Record<string, string>) {
  const address = `${installation.url}/rest/v1`
  const { name, method, body, aim } = question
  const sample = await fetch(address + question.sample, { method, headers, ...(body && { body }) })
  const text = await sample.text()
  if (!sample.ok) throw new Error(`${name}: ${sample.status} ${text}`)
  const login = installation.login('authenticator')
  const script = await scriptFor(question, claims, login)
  const ours: Round[] = []
  const theirs: Round[] = []
  for (let round = -1; round < rounds; round++) {
    const length = round < 0 ? 5 : seconds // The first round is a warm-up.
    const alone = await measured(() => pgbench(script, login, length, clients), 'child')
    const through = await measured(() => wrk(question, address, headers, length, connections), 'node')
    await installation.sql('checkpoint')
    if (round < 0) continue
    theirs.push(alone)
    ours.push(through)
  }
  const [rest, base] = [middle(ours), middle(theirs)]
  print(`${name} (${Buffer.byteLength(text)} bytes)`)
  print(line('rest/v1', rest, 'node'))
  print(line('pgbench', base, 'pgbench'))
  print(`  throughput × ${ratio(rest.perSecond, base.perSecond)}   CPU × ${ratio(rest.all, base.all)}   aim: ${aim}\n`)
}

async function measured(run: () => Promise<number>, actor: 'child' | 'node'): Promise<Round> {
  const read = () => {
    const { each, child } = processorSeconds([installation.postmaster(), server.pid!])
    return { database: each[0]!, node: each[1]!, child }
  }
  const before = read()
  const startedAt = performance.now()
  const done = await run()
  const elapsed = (performance.now() - startedAt) / 1000
  await sleep(100) // the backends of pgbench exit shortly after it
  const after = read()
  const perRequest = (of: 'database' | 'node' | 'child') => ((after[of] - before[of]) / done) * 1e6
  const own = perRequest(actor)
  return { perSecond: done / elapsed, all: own + perRequest('database'), own }
}

function middle(all: Round[]): Round {
  const of = (key: keyof Round) => all.map((round) => round[key]).toSorted((a, b) => a - b)[all.length >> 1]!
  return { perSecond: of('perSecond'), all: of('all'), own: of('own') }
}

function line(label: string, { perSecond, all, own }: Round, whose: string) {
  return `  ${label} ${perSecond.toFixed(0).padStart(7)} /s   CPU per request ${all.toFixed(0).padStart(5)} µs (${whose} ${own.toFixed(0)})`
}

function ratio(a: number, b: number) {
  return (a / b).toFixed(2)
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

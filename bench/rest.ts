// What does rest/v1 cost over the database alone? The same SQL, once through HTTP (wrk → node → PostgreSQL), once by pgbench, in turns.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { processorSeconds } from './rest/processor.ts'
import { prepareTables, questions, statementsFor } from './rest/questions.ts'
import { pgbench } from './rest/pgbench.ts'
import { wrk } from './rest/wrk.ts'
import { createTokens } from '#kernel/jwt.ts'

const { values } = parseArgs({
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
const say = (text: string) => process.stdout.write(`${text}\n`)

type Round = { perSecond: number; microseconds: number; ownMicroseconds: number }

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'maslul-bench-rest-'))
const port = 3130
const server = spawn(process.execPath, [join(root, 'src/server/kernel-only.ts')], {
  env: { ...process.env, NODE_ENV: 'production', DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  await bench()
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

async function bench() {
  const address = `http://127.0.0.1:${port}/rest/v1`
  await answering(`${address}/`)
  const keys = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'))
  const [pid, , , , socket] = readFileSync(postmasterFile(), 'utf8').split('\n') as [string, ...string[]]
  const login = (user: 'postgres' | 'authenticator') => ({
    host: socket!,
    user,
    password: keys.passwords[user] as string,
    database: 'postgres',
  })
  const owner = new pg.Client(login('postgres'))
  owner.on('error', () => {}) // the database ends before this connection when something fails
  await owner.connect()
  const user = await prepareTables(owner)
  const tokens = await createTokens(keys, 'bench')
  const claims = {
    role: 'authenticated',
    sub: user,
    email: 'dana@example.co.il',
    aal: 'aal1',
    session_id: crypto.randomUUID(),
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { name: 'דנה לוי' },
  }
  const token = await tokens.sign(claims, 3600)
  const headers = { apikey: tokens.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }

  say(
    `${rounds} rounds of ${seconds} s each in turns; wrk -t1 -c${values.connections} (Debian) against pgbench -M prepared -c${values.clients} -j1, begin + set_config + query + commit.`,
  )
  say('CPU: per request, microseconds; wrk is not counted, pgbench is.\n')
  const postmaster = Number(pid)
  for (const question of questions) {
    if (values.only && values.only !== question.name) continue
    const script = await statementsFor(question, claims, login('authenticator'))
    const ours: Round[] = []
    const theirs: Round[] = []
    const shown = await fetch(`${address}${question.sample}`, {
      headers,
      method: question.method,
      ...(question.body && { body: question.body }),
    })
    if (!shown.ok) throw new Error(`${question.name}: ${shown.status} ${await shown.text()}`)
    const bytes = (await shown.text()).length
    for (let round = -1; round < rounds; round++) {
      const length = round < 0 ? 1 : seconds
      const database = await measured([postmaster], true, () =>
        pgbench(script, login('authenticator'), length, Number(values.clients)),
      )
      const http = await measured([postmaster, server.pid!], false, () =>
        wrk(question, address, headers, length, Number(values.connections)),
      )
      await owner.query('checkpoint')
      if (round < 0) continue
      theirs.push(database)
      ours.push(http)
    }
    report(question.name, bytes, middle(ours), middle(theirs), question.aim)
  }
  await owner.end()
}

/** Runs once and divides the processor time of the processes, the database's last child included, by the requests. */
async function measured(pids: number[], countsChild: boolean, run: () => Promise<number>): Promise<Round> {
  const before = processorSeconds(pids)
  const started = performance.now()
  const done = await run()
  const elapsed = (performance.now() - started) / 1000
  await sleep(100) // the backends of pgbench end a little after it
  const after = processorSeconds(pids)
  const perRequest = (from: number, to: number) => ((to - from) / done) * 1e6
  const own = countsChild ? perRequest(before.child, after.child) : perRequest(before.each[1]!, after.each[1]!)
  const rest = perRequest(before.each[0]!, after.each[0]!)
  return { perSecond: done / elapsed, microseconds: own + rest, ownMicroseconds: own }
}

function middle(all: Round[]): Round {
  const of = (key: keyof Round) => all.map((round) => round[key]).sort((a, b) => a - b)[Math.floor(all.length / 2)]!
  return { perSecond: of('perSecond'), microseconds: of('microseconds'), ownMicroseconds: of('ownMicroseconds') }
}

function report(name: string, bytes: number, ours: Round, theirs: Round, aim: string) {
  const line = (who: string, round: Round, own: string) =>
    `  ${who.padEnd(8)} ${round.perSecond.toFixed(0).padStart(7)} /s   CPU ${round.microseconds.toFixed(0).padStart(5)} µs (${own} ${round.ownMicroseconds.toFixed(0)})`
  say(`${name} (${bytes} bytes)`)
  say(line('rest/v1', ours, 'node'))
  say(line('pgbench', theirs, 'pgbench'))
  say(
    `  throughput × ${(ours.perSecond / theirs.perSecond).toFixed(2)}   CPU × ${(ours.microseconds / theirs.microseconds).toFixed(2)}   aim: ${aim}\n`,
  )
}

async function answering(url: string) {
  for (let i = 0; i < 600; i++) {
    if (server.exitCode !== null) throw new Error('The kernel did not start')
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
    await sleep(50)
  }
  throw new Error('The kernel does not answer')
}

function postmasterFile() {
  return execFileSync('find', ['-L', folder, '-name', 'postmaster.pid'], { encoding: 'utf8' }).trim().split('\n')[0]!
}

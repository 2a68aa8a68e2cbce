// Measures sign-ins per second and their effect on concurrent requests. The baseline is password hashing alone, in alternating rounds.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'
import { createUser } from '#kernel/auth/users.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeInstallation, stop } from './installation.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '16' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const clients = Number(values.clients)
const aim = { ofLimit: 0.6, p99Ms: 20 }

type Delay = { p50: number; p99: number; most: number }

const here = join(import.meta.dirname, 'login')
const login = { email: 'noa@example.com', password: 'a good password' }
const folder = mkdtempSync(join(tmpdir(), 'maslul-login-'))
const socketPath = join(folder, 'event-loop')
const installation = await makeInstallation({
  NODE_OPTIONS: `--import=${join(here, 'event-loop.ts')}`,
  EVENT_LOOP_SOCKET: socketPath,
})
const { child: server } = await installation.start()
try {
  const stored = await createLogin()
  print(`${rounds} rounds of ${seconds} s each, alternating; ${clients} clients sign in without pause.`)
  const measured: { limit: number; idle: Delay; signIns: number; delay: Delay; otherMs: number }[] = []
  for (let round = -1; round < rounds; round++) {
    await eventLoop()
    const limit = await hashesPerSecond(stored)
    const idle = await eventLoop()
    const signIns = await signInsPerSecond()
    if (round >= 0) measured.push({ limit, idle, ...signIns }) // The first round is a warm-up.
  }
  const of = (value: (round: (typeof measured)[number]) => number) => middle(measured.map(value))
  const share = of(({ limit, signIns }) => signIns / limit)
  const p99 = of(({ delay }) => delay.p99)
  print(`hashes alone     ${of(({ limit }) => limit).toFixed(1)} per second`)
  print(`sign-ins         ${of(({ signIns }) => signIns).toFixed(1)} per second`)
  print(`of the limit     × ${share.toFixed(2)}   aim: ${aim.ofLimit}   ${share >= aim.ofLimit ? 'met' : 'missed'}`)
  const ms = (value: (round: (typeof measured)[number]) => number) => `${of(value).toFixed(1)} ms`
  print(
    `event loop late  p99 ${p99.toFixed(1)} ms   aim: below ${aim.p99Ms} ms   ${p99 < aim.p99Ms ? 'met' : 'missed'}`,
  )
  print(`                 p50 ${ms(({ delay }) => delay.p50)}, most ${ms(({ delay }) => delay.most)}`)
  print(`                 p99 ${ms(({ idle }) => idle.p99)} idle, while another process computed the hashes`)
  print(`concurrent health check: p99 ${of(({ otherMs }) => otherMs).toFixed(1)} ms`)
} finally {
  await stop(server)
  installation.remove()
  rmSync(folder, { recursive: true })
}

/** Creates a user who can sign in. Returns the hash of the password. */
async function createLogin() {
  const pool = new pg.Pool({ ...installation.login('postgres'), max: 1 })
  try {
    await inTransaction(pool, undefined, (db) => createUser(db, login))
    const { rows } = await pool.query<{ hash: string }>('select encrypted_password as hash from auth.users')
    return rows[0]!.hash
  } finally {
    await pool.end()
  }
}

async function hashesPerSecond(stored: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(here, 'hashes.ts'),
    stored,
    login.password,
    String(seconds),
  ])
  return Number(stdout)
}

async function signInsPerSecond() {
  const headers = { apikey: installation.serviceKey(), 'content-type': 'application/json' }
  const until = performance.now() + seconds * 1000
  let done = 0
  async function signIn() {
    while (performance.now() < until) {
      const answer = await fetch(`${installation.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers,
        body: JSON.stringify(login),
      })
      const body = await answer.text()
      if (!answer.ok) throw new Error(`${answer.status} ${body}`)
      done++
    }
  }
  const healthMs: number[] = []
  async function checkHealth() {
    while (performance.now() < until) {
      const startedAt = performance.now()
      await (await fetch(`${installation.url}/auth/v1/health`)).text()
      healthMs.push(performance.now() - startedAt)
      await sleep(20)
    }
  }
  await eventLoop()
  const began = performance.now()
  await Promise.all([...Array.from({ length: clients }, signIn), checkHealth()])
  const tookMs = performance.now() - began
  const delay = await eventLoop()
  healthMs.sort((a, b) => a - b)
  return { signIns: done / (tookMs / 1000), delay, otherMs: healthMs[Math.floor(healthMs.length * 0.99)]! }
}

/** Event loop delay of the server since the last call. */
async function eventLoop() {
  return JSON.parse(await text(connect(socketPath))) as Delay
}

function middle(numbers: number[]) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

// Lifecycle of a server process, tested with the kernel only; the product's main.ts uses the same code.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { isAccessibleTo, isRoot } from '#kernel/postgres/embedded/owner.ts'

vi.setConfig({ testTimeout: 120_000 })
const { PATH, NODE_COMPILE_CACHE } = process.env
const project = resolve(import.meta.dirname, '../../..')
const base = mkdtempSync(join(tmpdir(), 'lifecycle-test-'))
chmodSync(base, 0o711)
const children: ChildProcess[] = []
afterAll(async () => {
  await Promise.all(children.filter(isRunning).map(async (child) => stop(child, 'SIGTERM')))
  rmSync(base, { recursive: true, force: true })
})

type Process = { child: ChildProcess; url: string; output: () => string }

/** Starts the kernel with its own data folder and port, in an unrelated working directory. */
async function begin(name: string, settings: Record<string, string> = {}): Promise<Process> {
  const port = settings['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, [join(project, 'src/server/kernel-main.ts')], {
    cwd: '/',
    env: { PATH, NODE_COMPILE_CACHE, TMPDIR: tmpdir(), DATA_DIR: join(base, name), ...settings, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return { child, url: `http://127.0.0.1:${port}`, output: () => output }
}

async function untilReady({ child, output }: Process) {
  await expect.poll(() => output() !== '' || !isRunning(child), { timeout: 60_000, interval: 20 }).toBe(true)
  expect(output()).toMatch(/listens at/)
}

async function untilEnded({ child }: Process) {
  if (isRunning(child)) await once(child, 'close')
  return child.exitCode
}

async function stop(child: ChildProcess, signal: NodeJS.Signals) {
  const ended = once(child, 'close')
  child.kill(signal)
  await ended
  return child.exitCode
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null
const postgresOf = (name: string) =>
  Number(readFileSync(join(base, name, 'cluster/pg/postmaster.pid'), 'utf8').split('\n')[0])

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

test('a process that gets SIGTERM exits with 0, stops the database, and can start again', async () => {
  const first = await begin('life')
  await untilReady(first)
  const postgres = postgresOf('life')
  expect((await fetch(`${first.url}/auth/v1/health`)).status).toBeLessThan(500)
  expect(await stop(first.child, 'SIGTERM')).toBe(0)
  expect(() => process.kill(postgres, 0)).toThrow()

  const second = await begin('life')
  await untilReady(second)
  expect(await stop(second.child, 'SIGTERM')).toBe(0)
  expect(second.output()).not.toMatch(/rror/)
})

test('requests in flight at SIGTERM are completed, and new connections are refused', async () => {
  const running = await begin('life')
  await untilReady(running)
  const keys = JSON.parse(readFileSync(join(base, 'life/api-keys.json'), 'utf8')) as { anonKey: string }
  const inFlight = await Promise.all(Array.from({ length: 20 }, () => beginSignIn(running.url, keys.anonKey)))
  const stopped = stop(running.child, 'SIGTERM')
  await expect.poll(() => connectTo(running.url)).toBe('ECONNREFUSED')
  expect(await Promise.all(inFlight.map((finish) => finish()))).toEqual(inFlight.map(() => 400))
  expect(await stopped).toBe(0)
})

/** Sends the head of a sign-in request and waits for 100 Continue. The result sends the body and resolves to the status. */
async function beginSignIn(url: string, apikey: string) {
  const body = '{"email":"nobody@example.com","password":"wrong"}'
  const signIn = request(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  })
  const answered = once(signIn, 'response') as Promise<[{ statusCode: number; resume(): void }]>
  signIn.flushHeaders()
  await once(signIn, 'continue')
  return async () => {
    signIn.end(body)
    const [response] = await answered
    response.resume()
    return response.statusCode
  }
}

/** The error code of a connection, or undefined if it was accepted. */
async function connectTo(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  try {
    await once(socket, 'connect')
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  } finally {
    socket.destroy()
  }
}

test('a second SIGINT is ignored', async () => {
  const running = await begin('life')
  await untilReady(running)
  const postgres = postgresOf('life')
  running.child.kill('SIGINT')
  expect(await stop(running.child, 'SIGINT')).toBe(0)
  expect(() => process.kill(postgres, 0)).toThrow()
})

test('after a stop during the first start, the next start succeeds', async () => {
  const running = await begin('hasty')
  await expect.poll(() => postgresOrNone('hasty'), { timeout: 60_000, interval: 10 }).toBe(true)
  expect(await stop(running.child, 'SIGTERM')).toBe(0)
  const again = await begin('hasty')
  await untilReady(again)
  expect(await stop(again.child, 'SIGTERM')).toBe(0)
})

function postgresOrNone(name: string) {
  try {
    return postgresOf(name) > 0
  } catch {
    return false
  }
}

test('a startup error is reported in one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const PORT = String((taken.address() as { port: number }).port)
  const file = join(base, 'a-file')
  writeFileSync(file, '')
  mkdirSync(join(base, 'damaged'))
  writeFileSync(join(base, 'damaged/keys.json'), '{}')
  const closedPort = await freePort()

  const refused: [string, Record<string, string>, RegExp][] = [
    ['life', { PORT }, /^Port \d+ is taken by another program\. Stop it, or choose another one: PORT=\d+ npm start\n$/],
    ['life', { HOST: '203.0.113.7' }, /^HOST 203\.0\.113\.7 is not an address of this machine\.\n$/],
    ['a-file', {}, /^The data folder .*a-file is a file, or lies below one\. Give another one in DATA_DIR\.\n$/],
    ['damaged', {}, /^.*keys\.json is damaged\. Bring it back from a backup: [^\n]*\n$/],
    ['life', { DEMO: 'maybe' }, /^DEMO has to be 1, 0 or remove\.\n$/],
    [
      'given',
      { DATABASE_URL: `postgres://me:secret@127.0.0.1:${closedPort}/mine` },
      /^The database mine at 127\.0\.0\.1:\d+ cannot be opened: [^\n]*ECONNREFUSED[^\n]*\n$/,
    ],
  ]
  for (const [name, settings, sentence] of refused) {
    const process = await begin(name, settings)
    expect(await untilEnded(process)).toBe(1)
    expect(process.output()).toMatch(sentence)
    expect(process.output()).not.toContain('secret')
  }
  taken.close()
})

test('a release older than its database is refused with one sentence', async () => {
  const first = await begin('upgraded')
  await untilReady(first)
  const addressIn = (output: string) => /^connect: (\S+)$/m.exec(output)?.[1]
  await expect.poll(() => addressIn(first.output())).toBeDefined()
  const client = new pg.Client({ connectionString: addressIn(first.output()) })
  await client.connect()
  await client.query(`insert into migrations.releases (version) values ('99.0.0')`)
  await client.end()
  await stop(first.child, 'SIGTERM')
  const older = await begin('upgraded')
  expect(await untilEnded(older)).toBe(1)
  expect(older.output()).toMatch(
    /^This database is used by release 99\.0\.0, and this is the older release \d+\.\d+\.\d+\S*\. Start release 99\.0\.0 [^\n]*\n$/,
  )
})

test('a second start on the same data folder is refused while the first one runs', async () => {
  const first = await begin('life')
  await untilReady(first)
  const second = await begin('life')
  expect(await untilEnded(second)).toBe(1)
  expect(second.output()).toMatch(/^Another process already works on .*\n$/)
  expect((await fetch(`${first.url}/auth/v1/health`)).status).toBeLessThan(500)
  await stop(first.child, 'SIGTERM')
})

const unprivileged = { uid: 65534, gid: 65534 }
const canAsk = isRoot() && isAccessibleTo(project, unprivileged)

test.skipIf(!canAsk)(
  `started by root, the server runs as the owner of the data folder${canAsk ? '' : ' [not asked: needs root and an open project]'}`,
  async () => {
    const folder = join(base, 'of-another-user')
    mkdirSync(folder)
    chownSync(folder, unprivileged.uid, unprivileged.gid)
    const running = await begin('of-another-user')
    await untilReady(running)
    expect(readFileSync(`/proc/${running.child.pid}/status`, 'utf8')).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m)
    expect(await stop(running.child, 'SIGTERM')).toBe(0)
    for (const name of ['keys.json', 'api-keys.json', 'cluster', 'storage'])
      expect(statSync(join(folder, name)).uid).toBe(unprivileged.uid)
  },
)

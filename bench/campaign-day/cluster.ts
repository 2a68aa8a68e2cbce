// Nodes of one installation as an operator runs several: one PostgreSQL, one bucket, one mail server, one address in front.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createTokens, type KeySet } from '#kernel/jwt.ts'
import { stop } from '../installation.ts'
import { makePostgres } from '../outage/postgres-server.ts'
import { openBalancer } from '../webinar-room/balancer.ts'

const project = resolve(import.meta.dirname, '../..')
/** PostgreSQL connections that the pools of one node may open. */
const connectionsOfNode = 90
const startMs = 120_000
/** Header with the simulated client address of each visitor, staff member and socket: rate limits are per address. */
export const addressHeader = 'x-bench-address'

export type Cluster = Awaited<ReturnType<typeof openCluster>>

export async function openCluster(nodes: number) {
  await using opened = new AsyncDisposableStack()
  const postgres = await makePostgres([`max_connections=${connectionsOfNode * nodes}`])
  opened.defer(() => postgres.remove())
  const blobs = temporaryFolder()
  opened.defer(() => rmSync(blobs, { recursive: true, force: true }))
  const bucket = await openProgram('bucket-process.ts', [blobs])
  opened.defer(() => stop(bucket.child))
  const sink = await openProgram('sink-process.ts', [])
  opened.defer(() => stop(sink.child))
  const ports = await Promise.all(Array.from({ length: nodes }, freePort))
  const balancer = await openBalancer(ports, addressHeader)
  opened.defer(() => balancer.close())

  const folders = ports.map(() => temporaryFolder())
  opened.defer(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))
  const children: (ChildProcess | undefined)[] = ports.map(() => undefined)
  opened.defer(async () => void (await Promise.all(children.flatMap((child) => (child ? [stop(child)] : [])))))
  const urlOf = (n: number) => `http://127.0.0.1:${ports[n]}`
  let log = ''

  async function startNode(n: number) {
    const child = spawn(process.execPath, [join(project, 'src/server/main.ts')], {
      env: {
        PATH: '/usr/bin:/bin',
        TMPDIR: tmpdir(),
        NODE_ENV: 'production',
        DEMO: '0',
        PORT: String(ports[n]),
        DATA_DIR: folders[n],
        SITE_URL: balancer.url,
        DATABASE_URL: postgres.url,
        STORAGE_URL: `s3+http://S3RVER:S3RVER@127.0.0.1:${bucket.port}/our-files`,
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(sink.port),
        SMTP_ADMIN_EMAIL: 'office@example.com',
        GOTRUE_RATE_LIMIT_HEADER: addressHeader,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-20_000)))
    children[n] = child
    const until = performance.now() + startMs
    while (!(await isReady(urlOf(n)))) {
      if (child.exitCode !== null || performance.now() > until)
        throw new Error(`A node did not start: ${log.slice(-1000)}`)
      await sleep(100)
    }
  }

  await startNode(0)
  // The first node creates the keys of all nodes.
  for (const folder of folders.slice(1)) copyFileSync(join(folders[0]!, 'keys.json'), join(folder, 'keys.json'))
  await Promise.all(ports.slice(1).map((_, n) => startNode(n + 1)))
  const keys = JSON.parse(readFileSync(join(folders[0]!, 'keys.json'), 'utf8')) as KeySet
  const tokens = await createTokens(keys, `${balancer.url}/auth/v1`)
  const db = new pg.Pool({ connectionString: postgres.url, max: 4 })
  db.on('error', () => {})
  opened.defer(() => db.end())

  const all = opened.move()
  return {
    url: balancer.url,
    anonKey: tokens.anonKey,
    serviceRoleKey: tokens.serviceRoleKey,
    sign: (claims: Parameters<typeof tokens.sign>[0], seconds: number) => tokens.sign(claims, seconds),
    nodes: () =>
      children.flatMap((child, n) => (child?.exitCode === null && child.signalCode === null ? [urlOf(n)] : [])),
    db,
    sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await db.query<Row>(text, values)).rows,
    startNode,
    stopNode: (n: number, signal: NodeJS.Signals) => stop(children[n]!, signal),
    /** Message-IDs by recipient, as recorded by the mail server. */
    async mails(): Promise<Map<string, string[]>> {
      sink.child.send('report')
      const [{ taken }] = (await once(sink.child, 'message')) as [{ taken: [string, string[]][] }]
      return new Map(taken)
    },
    log: () => log,
    close: () => all.disposeAsync(),
  }
}

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'maslul-campaign-day-'))
  chmodSync(folder, 0o711)
  return folder
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )

async function openProgram(name: string, args: string[]) {
  const child = fork(join(import.meta.dirname, name), args)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, port }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

// The server of a benchmark: the kernel or the whole product, in a process with its own data folder and port.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { KeySet } from '#kernel/jwt.ts'
import { socketFolderOf } from '#kernel/postgres/embedded/socket.ts'

const project = resolve(import.meta.dirname, '..')

/** An installation that can be started, queried and killed, with direct access to its database. */
export async function makeInstallation(
  settings: Record<string, string> = {},
  program: 'src/server/kernel-main.ts' | 'src/server/main.ts' = 'src/server/kernel-main.ts',
) {
  const data = mkdtempSync(join(tmpdir(), 'maslul-bench-'))
  chmodSync(data, 0o711)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const cluster = join(data, 'cluster')
  let output = ''
  function spawnServer(own: Record<string, string>) {
    const child = spawn(process.execPath, [join(project, program)], {
      env: { PATH: '/usr/bin:/bin', TMPDIR: tmpdir(), NODE_ENV: 'production', ...own, ...settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    return child
  }
  const lastOutput = () => output.trim().split('\n').slice(-2).join('\n').slice(-1000)

  return {
    url,
    /** DATA_DIR. */
    folder: data,
    lastOutput,
    /** Lines of the server's log that are not about requests. */
    logLines: () => output.split('\n').filter((line) => line !== '' && !line.includes('"reqId"')).length,
    /** Resolves when the server responds, with the milliseconds until then. */
    async start(own: Record<string, string> = {}): Promise<{ child: ChildProcess; readyMs: number }> {
      const began = performance.now()
      const child = spawnServer({ ...own, PORT: String(port), DATA_DIR: data })
      while (!(await this.answers())) {
        if (child.exitCode !== null) throw new Error(`The server did not start: ${lastOutput()}`)
        await sleep(10)
      }
      return { child, readyMs: performance.now() - began }
    },
    /** Starts another process on the database of the running first one, with its keys. */
    async startNode(): Promise<{ child: ChildProcess; url: string; remove: () => void }> {
      const folder = mkdtempSync(join(tmpdir(), 'maslul-bench-node-'))
      chmodSync(folder, 0o711)
      copyFileSync(join(data, 'keys.json'), join(folder, 'keys.json'))
      const ownPort = await freePort()
      const { host, user, password, database } = this.login('postgres')
      const child = spawnServer({
        PORT: String(ownPort),
        DATA_DIR: folder,
        SITE_URL: url,
        DATABASE_URL: `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`,
      })
      const node = `http://127.0.0.1:${ownPort}`
      const answers = () =>
        fetch(`${node}/auth/v1/health`, { headers: { apikey: this.serviceKey() } }).then(
          ({ ok }) => ok,
          () => false,
        )
      while (!(await answers())) {
        if (child.exitCode !== null) throw new Error(`The node did not start: ${lastOutput()}`)
        await sleep(10)
      }
      return { child, url: node, remove: () => rmSync(folder, { recursive: true, force: true }) }
    },
    /** Whether a GET of this URL succeeds. */
    async answers(path = '/auth/v1/health') {
      try {
        const { status } = await fetch(url + path, {
          headers: { apikey: this.serviceKey() },
          signal: AbortSignal.timeout(2000),
        })
        return status < 400
      } catch {
        return false
      }
    },
    serviceKey: () =>
      (JSON.parse(readFileSync(join(data, 'api-keys.json'), 'utf8')) as { serviceRoleKey: string }).serviceRoleKey,
    postmaster: () => Number(readFileSync(join(cluster, 'pg/postmaster.pid'), 'utf8').split('\n')[0]),
    /** Connection settings of a login for direct access to the database. */
    login(user: 'postgres' | 'authenticator') {
      const { uid, gid } = statSync(cluster)
      const { passwords } = this.keys()
      const host = socketFolderOf(realpathSync(cluster), { uid, gid }, 'maslul')
      return { host, user, password: passwords[user], database: 'postgres' }
    },
    /** The secrets of the installation, read from its folder. */
    keys: () =>
      JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as KeySet & {
        passwords: { postgres: string; authenticator: string }
      },
    /** Runs SQL as the owner of the database, bypassing the server. */
    async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const client = new pg.Client(this.login('postgres'))
      client.on('error', () => {})
      try {
        await client.connect()
        return (await client.query<Row>(text, values)).rows
      } finally {
        // The server may be shutting down: that is part of the test.
        await client.end().catch(() => {})
      }
    },
    remove: () => rmSync(data, { recursive: true, force: true }),
  }
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

// Starts nodes like `npm start`, each in its own process with its own data folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tempFolder } from '../../test/temp-folder.ts'

export type Node = { url: string; data: string; stop(): Promise<void> }

type Start = {
  /** Default: the embedded database of the node. */
  databaseUrl?: string
  /** A running node with which this one shares keys, stored files and SITE_URL. */
  beside?: Pick<Node, 'url' | 'data'>
  settings?: Record<string, string>
}

/** Resolves when the node responds to health checks. */
export async function startNode({ databaseUrl, beside, settings }: Start): Promise<Node> {
  const data = tempFolder('maslul-conformance-')
  chmodSync(data, 0o711) // under root the database runs as another user
  if (beside) shareWith(beside.data, data)
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const server = spawn('node', ['src/server/main.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: data,
      SITE_URL: beside?.url ?? url,
      FUNCTIONS_DIR: resolve(import.meta.dirname, '../functions'),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(server, 'exit')
  async function stop() {
    server.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  try {
    await waitForHealth(`${url}/auth/v1/health`, () => server.exitCode !== null)
    return { url, data, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Copies the keys and links the storage folder, in place of a network file system. */
function shareWith(first: string, second: string) {
  for (const file of ['keys.json', 'demo-logins.json']) copyFileSync(join(first, file), join(second, file))
  mkdirSync(join(first, 'storage'), { recursive: true })
  symlinkSync(join(first, 'storage'), join(second, 'storage'))
}

/** URL of the embedded database of a running node, for a second node and for inspection by tests. */
export function embeddedDatabaseOf({ data }: Node) {
  const [, , , , socket] = readFileSync(join(data, 'cluster/pg/postmaster.pid'), 'utf8').split('\n')
  const { passwords } = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as { passwords: { postgres: string } }
  return `postgres://postgres:${passwords.postgres}@localhost/postgres?host=${encodeURIComponent(socket!)}`
}

/** Returns a free port of the system. It is unlikely to be taken again before the node listens. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function waitForHealth(url: string, hasExited: () => boolean) {
  for (let waited = 0; waited < 60_000 && !hasExited(); waited += 100) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error(`No response at ${url}`)
}

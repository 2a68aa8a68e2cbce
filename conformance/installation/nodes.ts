// Nodes of the product as `npm start` makes them, each a process of its own with a folder of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { passingFolder } from '../../test/passing-folder.ts'

export type Node = { url: string; data: string; stop(): Promise<void> }

type Start = {
  /** Where the database is; without it the node brings the embedded one. */
  databaseUrl?: string
  /** A node that is there already: this one takes its keys, shares its files and answers in its name. */
  beside?: Node
  settings?: Record<string, string>
}

/** Resolves when it answers. */
export async function startNode({ databaseUrl, beside, settings }: Start): Promise<Node> {
  const data = passingFolder('maslul-conformance-')
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
    await answers(`${url}/auth/v1/health`, () => server.exitCode !== null)
    return { url, data, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What several nodes have in common: keys, and the folder of stored files as a network would bring it. */
function shareWith(first: string, second: string) {
  for (const file of ['keys.json', 'demo-logins.json']) copyFileSync(join(first, file), join(second, file))
  mkdirSync(join(first, 'storage'), { recursive: true })
  symlinkSync(join(first, 'storage'), join(second, 'storage'))
}

/** The embedded database of a running node, for a second node and for tests that look behind the scenes. */
export function embeddedDatabaseOf({ data }: Node) {
  const [, , , , socket] = readFileSync(join(data, 'cluster/pg/postmaster.pid'), 'utf8').split('\n')
  const { passwords } = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as { passwords: { postgres: string } }
  return `postgres://postgres:${passwords.postgres}@localhost/postgres?host=${encodeURIComponent(socket!)}`
}

/** The system hands out a port nobody has; between closing it and opening it again nobody else asks. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function answers(url: string, died: () => boolean) {
  for (let waited = 0; waited < 60_000 && !died(); waited += 100) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error(`Nothing answers at ${url}`)
}

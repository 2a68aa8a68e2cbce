import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'

/** Starts the product as `npm start` would, on an installation of its own, and hands its address and demo logins to the tests. */
export default async function setup(project: TestProject) {
  const data = mkdtempSync(join(tmpdir(), 'maslul-conformance-'))
  chmodSync(data, 0o711) // under root the database runs as another user
  const port = String(3940 + (process.pid % 50))
  const url = `http://127.0.0.1:${port}`
  const server = spawn('node', ['src/server/main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, NODE_ENV: 'production', PORT: port, DATA_DIR: data },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(server, 'exit')
  await answers(`${url}/auth/v1/health`, () => server.exitCode !== null)
  const logins = JSON.parse(readFileSync(join(data, 'demo-logins.json'), 'utf8')) as Login[]
  const { anonKey, serviceRoleKey } = JSON.parse(readFileSync(join(data, 'api-keys.json'), 'utf8')) as ApiKeys
  const { jwtSecret } = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as { jwtSecret: string }
  project.provide('server', { url, logins, anonKey, serviceRoleKey, jwtSecret })
  return async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
}

type Login = { role: string; email: string; password: string }
type ApiKeys = { anonKey: string; serviceRoleKey: string }

async function answers(url: string, died: () => boolean) {
  for (let waited = 0; waited < 60_000 && !died(); waited += 100) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error(`Nothing answers at ${url}`)
}

declare module 'vitest' {
  export interface ProvidedContext {
    server: { url: string; logins: Login[]; jwtSecret: string } & ApiKeys
  }
}

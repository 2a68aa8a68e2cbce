// The server of the browser tests: the product from its sources, on its own database with the demo.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createClient, type Session } from '@supabase/supabase-js'
import type { TestProject } from 'vitest/node'
import type { DemoLogin } from '#server/demo.ts'
import { tempFolder } from '../temp-folder.ts'

type Product = {
  anonKey: string
  /** Keys for accounts that a test creates. */
  serviceKey: string
  /** The demo account of each role, and its session: signing in once per role is faster than once per test. */
  accounts: Record<DemoLogin['role'], Omit<DemoLogin, 'role'> & { session: Session }>
}

/** Started once per run, and removed with its data at the end. The page reaches it through the proxy of vitest.browser.config.ts. */
export default async function setup(project: TestProject) {
  const folder = tempFolder('maslul-browser-test-')
  // Under root the database runs as another user, which needs access.
  chmodSync(folder, 0o711)
  const port = process.env['BROWSER_TEST_PORT']!
  // A busy machine may let the first connection to a new database time out: the second start finds the database created.
  const { stop, product } = await start(port, folder).catch(() => start(port, folder))
  project.provide('product', product)
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start(port: string, folder: string) {
  const server = spawn(process.execPath, ['src/server/main.ts', '--dev'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], PORT: port, DATA_DIR: folder, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'close')
  async function stop() {
    server.kill('SIGTERM')
    await ended
  }
  try {
    await ready(server.stdout)
    return { stop, product: await openAccounts(`http://127.0.0.1:${port}`, folder) }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Resolves when the server reports that it is ready; rejects when it exits before. Continues reading: a closed pipe would stop the server.
 */
function ready(output: NodeJS.ReadableStream) {
  const { promise, resolve: isReady, reject } = Promise.withResolvers<void>()
  let printed = ''
  output.setEncoding('utf8')
  output.on('data', (text: string) => {
    if ((printed += text).includes('ready')) isReady()
  })
  output.on('end', () => reject(new Error(`The server of the browser tests did not start. ${printed}`)))
  return promise
}

async function openAccounts(url: string, folder: string): Promise<Product> {
  const page = await (await fetch(`${url}/auth`)).text()
  const anonKey = /<meta name="backend-key" content="([^"]+)"/.exec(page)![1]!
  const logins = JSON.parse(readFileSync(join(folder, 'demo-logins.json'), 'utf8')) as DemoLogin[]
  const accounts = await Promise.all(
    logins.map(async ({ role, email, password }) => {
      const { auth } = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
      const { data, error } = await auth.signInWithPassword({ email, password })
      if (error) throw error
      return [role, { email, password, session: data.session }] as const
    }),
  )
  const keys = JSON.parse(readFileSync(join(folder, 'api-keys.json'), 'utf8')) as { serviceRoleKey: string }
  return { anonKey, serviceKey: keys.serviceRoleKey, accounts: Object.fromEntries(accounts) as Product['accounts'] }
}

declare module 'vitest' {
  export interface ProvidedContext {
    product: Product
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { freePort } from './installation/nodes.ts'
import { tempFolder } from '../test/temp-folder.ts'

const data = tempFolder('maslul-kernel-')
chmodSync(data, 0o711)
let stop = async () => {}
afterEach(() => stop())

async function startKernel(settings: Record<string, string>) {
  const port = String(await freePort())
  const kernel = spawn('node', ['src/server/kernel-main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, PORT: port, DATA_DIR: data, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(kernel, 'exit')
  stop = async () => {
    kernel.kill('SIGTERM')
    await ended
  }
  let output = ''
  for await (const piece of kernel.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    output += piece
    if (/^connect: .*\n/m.test(output)) break
  }
  const { anonKey } = JSON.parse(readFileSync(join(data, 'api-keys.json'), 'utf8')) as { anonKey: string }
  const read = async (table: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/rest/v1/${table}`, { headers: { apikey: anonKey } })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return { connectLine: /^connect: (.*)$/m.exec(output)![1]!, read }
}

async function run(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

test('the standalone kernel prints a connection string, and a new table is readable after a grant or with DEFAULT_GRANTS', async () => {
  const first = await startKernel({})
  const [row] = await run(first.connectLine, `select crypt('x', gen_salt('bf')) as hash, uuid_generate_v4() as id`)
  expect(row).toEqual({ hash: expect.stringContaining('$2'), id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  await run(first.connectLine, 'create table hidden (id int primary key); insert into hidden values (1)')
  await expect
    .poll(() => first.read('hidden'))
    .toMatchObject({
      status: 401,
      body: { code: '42501', hint: expect.stringContaining('granted to service_role only') },
    })
  await run(first.connectLine, 'grant select on hidden to anon')
  expect(await first.read('hidden')).toMatchObject({ status: 200, body: [{ id: 1 }] })
  await stop()

  const open = await startKernel({ DEFAULT_GRANTS: 'true' })
  await run(open.connectLine, 'create table shown (id int primary key); insert into shown values (2)')
  await expect.poll(() => open.read('shown')).toMatchObject({ status: 200, body: [{ id: 2 }] })
  await stop()

  const closed = await startKernel({ DEFAULT_GRANTS: 'false', SITE_URL: 'https://example.co.il' })
  expect(closed.connectLine).toMatch(/^postgres:\/\/postgres@localhost.*keys\.json/)
  await stop()
  stop = async () => {}
  rmSync(data, { recursive: true, force: true })
}, 120_000)

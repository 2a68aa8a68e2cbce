// Lists and reports over rest/v1 with a real streaming replica that applies commits with a delay. The replica is
// created from the product's own base backup.
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openPool } from '#kernel/postgres/connection.ts'
import { openReplica } from '#kernel/postgres/replica.ts'
import { asRole } from '#kernel/postgres/transaction.ts'
import { bookshopSchema } from '#kernel/rest/bookshop.schema.fixture.ts'
import { restRoutes } from '#kernel/rest/rest.ts'
import { makeActors } from '../../test/actors.ts'
import { testApi, testTokens } from '../../test/api-server.ts'
import { testDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { startTestServer } from '../../test/server.ts'
import { streamingReplica } from '../../test/streaming-replica.ts'
import { tempFolder } from '../../test/temp-folder.ts'
import { replicaReads } from './replica-reads.ts'

vi.setConfig({ testTimeout: 120_000 })
const base = tempFolder('maslul-replica-')
chmodSync(base, 0o711)
afterAll(() => rmSync(base, { recursive: true, force: true }))
const server = await startTestServer(base)
afterAll(() => server.stop())
const onPrimary = async (text: string) => {
  const client = new pg.Client({
    host: server.socket,
    user: 'postgres',
    password: server.password,
    database: 'postgres',
  })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
// Retains the WAL that the replica has not received yet.
await onPrimary(`alter system set wal_keep_size = '512MB'`)
await onPrimary('select pg_reload_conf()')

const db = await testDatabase({ host: server.socket, password: server.password })
await db.sql(bookshopSchema)
await db.sql(
  `create unlogged table scratch (id int); grant select on scratch to authenticated; insert into scratch values (7)`,
)
const standby = await streamingReplica(join(base, 'standby'), server, 40)
afterAll(() => standby.stop())
const config = { ...db.connect('authenticator'), host: standby.socket }
const replica = openReplica({ primary: db.connect('authenticator'), replica: config, maxLagMs: 2_000, pauseMs: 20 })
afterAll(() => replica.stop())
async function onStandby(text: string) {
  const client = new pg.Client({ ...db.connect('postgres'), host: standby.socket })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

const tokens = await testTokens()
const named = {
  relations: new Set(['public.books', 'public.loans', 'public.scratch']),
  functions: new Set(['public.totals', 'public.rename_book']),
}
const { app } = await testApi(tokens, '/rest/v1', (scope) =>
  restRoutes(scope, { pool: db.authenticator, connect: db.connect, replica: { replica, ...named } }),
)
const dana = crypto.randomUUID()
const users = {
  dana: await tokens.signIn({ sub: dana }),
  yossi: await tokens.signIn(),
  visitor: tokens.anonKey,
  service: tokens.serviceRoleKey,
}

type Asking = { as?: keyof typeof users; body?: object; accept?: string }
async function ask(method: 'GET' | 'HEAD' | 'POST', path: string, { as = 'dana', body, accept }: Asking = {}) {
  const answer = await app.inject({
    method,
    url: `/rest/v1${path}`,
    headers: { apikey: tokens.anonKey, authorization: `Bearer ${users[as]}`, ...(accept && { accept }) },
    ...(body && { payload: body }),
  })
  return {
    status: answer.statusCode,
    rows: answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown),
    by: answer.headers['x-answered-by'],
  }
}

/** A slow machine may exceed the lag limit once: then the primary serves the read. */
const fromReplica = (method: 'GET' | 'HEAD' | 'POST', path: string, asking?: Asking) =>
  eventually(async () => {
    const answer = await ask(method, path, asking)
    expect(answer.by).toBe('replica')
    return answer
  })

test('the replica serves lists and the listed reports to signed-in callers, under row-level security', async () => {
  expect(await fromReplica('GET', '/books?select=id&order=id')).toMatchObject({
    status: 200,
    rows: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }],
  })
  expect(await fromReplica('HEAD', '/books')).toMatchObject({ status: 200 })
  expect(await fromReplica('POST', '/rpc/totals', { body: { at_least: 300 } })).toMatchObject({ status: 200 })
  expect(await ask('POST', '/loans', { body: { book_id: 1 } })).toMatchObject({ status: 201, by: undefined })
  expect((await fromReplica('GET', '/loans?select=reader')).rows).toEqual([{ reader: dana }])
  expect((await fromReplica('GET', '/loans?select=reader', { as: 'yossi' })).rows).toEqual([])
})

test('the primary serves single rows, writing functions, unlisted reads, and all reads of visitors and the server', async () => {
  await fromReplica('GET', '/books?limit=1')
  const ofPrimary = { status: 200, by: undefined }
  expect(await ask('GET', '/books?id=eq.1', { accept: 'application/vnd.pgrst.object+json' })).toMatchObject(ofPrimary)
  expect(await ask('GET', '/books?limit=1', { as: 'visitor' })).toMatchObject(ofPrimary)
  expect(await ask('GET', '/books?limit=1', { as: 'service' })).toMatchObject(ofPrimary)
  expect(await ask('GET', '/shelves')).toMatchObject(ofPrimary)
  expect(await ask('GET', '/rpc/names')).toMatchObject(ofPrimary)
  expect(await ask('POST', '/rpc/rename_book', { body: { book_id: 2, new_title: 'new' } })).toMatchObject(ofPrimary)
  await fromReplica('GET', '/books?limit=1')
})

test('a read on a lagging replica reflects all preceding writes, also those of another node', async () => {
  let ofReplica = 0
  for (let n = 0; n < 30; n++) {
    const title = `late-${n}`
    if (n % 2 === 0) expect((await ask('POST', '/books', { body: { title } })).status).toBe(201)
    else await db.sql('insert into books (title) values ($1)', [title])
    const { rows, by } = await ask('GET', `/books?select=title&title=eq.${title}`)
    expect(rows).toEqual([{ title }])
    if (by === 'replica') ofReplica++
  }
  expect(ofReplica).toBeGreaterThan(0)
})

test('concurrent reads wait for the replica together, and each reflects the preceding writes', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const title = `together-${n}`
      await ask('POST', '/books', { body: { title } })
      return ask('GET', `/books?select=title&title=eq.${title}`)
    }),
  )
  expect(answers.map(({ rows }) => rows)).toEqual(answers.map((_, n) => [{ title: `together-${n}` }]))
})

test('a read that fails on the replica is repeated on the primary, without showing the error', async () => {
  await fromReplica('GET', '/books?limit=1')
  expect(await ask('GET', '/scratch')).toEqual({ status: 200, rows: [{ id: 7 }], by: undefined })
  expect(await ask('GET', '/books?pages=eq.many')).toMatchObject({ status: 400, by: undefined })
})

test('a lagging replica is not used until it has caught up, and its lag is measured', async () => {
  await onStandby('select pg_wal_replay_pause()')
  await ask('POST', '/books', { body: { title: 'paused' } })
  expect(await ask('GET', '/books?select=title&title=eq.paused')).toEqual({
    status: 200,
    rows: [{ title: 'paused' }],
    by: undefined,
  })
  await eventually(() => expect(replica.state()).toMatchObject({ isUp: true }))
  await eventually(() => expect(replica.state().lagMs).toBeGreaterThan(3_000))
  await onStandby('select pg_wal_replay_resume()')
  expect((await fromReplica('GET', '/books?select=title&title=eq.paused')).rows).toEqual([{ title: 'paused' }])
  await eventually(() => expect(replica.state().lagMs).toBeLessThan(3_000))
})

test('the replica and the primary return the same result for every listed list and report', async () => {
  const { as } = await makeActors(db)
  const functions = [...replicaReads.functions].map((name) => name.replace('public.', ''))
  const relations = [...replicaReads.relations]
  const found = await db.sql<{ name: string; call: string; volatility: string }>(
    `select proname as name, provolatile as volatility,
       format('select * from public.%I(%s)', proname, (
         select string_agg(format('null::%s', format_type(t, null)), ', ' order by n) from unnest(proargtypes) with ordinality a (t, n)
       )) as call
     from pg_proc where pronamespace = 'public'::regnamespace and proname = any($1)`,
    [functions],
  )
  expect([...new Set(found.map(({ name }) => name))].toSorted()).toEqual(functions.toSorted())
  expect(found.filter(({ volatility }) => volatility === 'v')).toEqual([])
  const texts = [...found.map(({ call }) => call), ...relations.map((name) => `select * from ${name} limit 1`)]
  const pool = openPool({ ...db.connect('authenticator'), host: standby.socket }, 1)
  const outcome = (where: pg.Pool, text: string) =>
    asRole(where, as.owner, [{ text }], { readOnly: true }).then(
      () => 'read',
      (error: { code?: string; message: string }) => `${error.code} ${error.message}`,
    )
  try {
    await eventually(async () =>
      expect(await outcome(pool, 'select 1 / (count(*) > 0)::int from user_roles')).toBe('read'),
    )
    for (const text of texts) expect(await outcome(pool, text), text).toBe(await outcome(db.authenticator, text))
  } finally {
    await pool.end()
  }
})

test('an unreachable replica is not used, without errors for callers, and is used again after its restart', async () => {
  await fromReplica('GET', '/books?limit=1')
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  let isStopping = true
  const reading = (async () => {
    while (isStopping) answers.push(await ask('GET', '/books?select=id&id=eq.1'))
  })()
  await standby.stop()
  await eventually(() => expect(replica.state().isUp).toBe(false))
  isStopping = false
  await reading
  expect(answers.filter(({ status, rows }) => status !== 200 || !Array.isArray(rows) || rows.length !== 1)).toEqual([])
  expect(await ask('GET', '/books?select=id&id=eq.1')).toEqual({ status: 200, rows: [{ id: 1 }], by: undefined })
  await standby.restart()
  await fromReplica('GET', '/books?limit=1')
  await eventually(() => expect(replica.state().isUp).toBe(true))
})

test("a promoted replica is no longer used, because its timeline differs from the primary's", async () => {
  await onStandby('select pg_promote()')
  await onStandby(`insert into books (title) values ('history')`)
  const { rows, by } = await ask('GET', '/books?select=title&title=eq.history')
  expect([rows, by]).toEqual([[], undefined])
  await eventually(() => expect(replica.state().isUp).toBe(false))
})

test('a replica on another timeline than the primary is not used, although its position is ahead', async () => {
  // A failover: the promoted server is the primary, and this replica still follows the former primary, which continues
  // to write.
  const astray = await streamingReplica(join(base, 'astray'), server, 0)
  onTestFinished(() => astray.stop())
  await onStandby('select case when pg_is_in_recovery() then pg_promote() end')
  await db.sql(`insert into books (title) select 'lost' || n from generate_series(1, 5000) n`)
  const warnings: string[] = []
  const moved = openReplica({
    primary: config,
    replica: { ...config, host: astray.socket },
    maxLagMs: 2_000,
    pauseMs: 20,
    log: { info() {}, warn: (_, message) => void warnings.push(message) },
  })
  onTestFinished(() => moved.stop())
  await eventually(() => expect(warnings.join()).toContain('another timeline'))
  expect(await moved.caughtUp()).toBeUndefined()
  expect(moved.state().isUp).toBe(false)
})

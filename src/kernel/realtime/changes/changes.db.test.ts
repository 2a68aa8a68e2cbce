import {
  createClient,
  type RealtimeChannel,
  type RealtimePostgresChangesPayload,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { once } from 'node:events'
import fastify from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testSurface, testTokens } from '../../../../test/surface.ts'
import { realtimeSurface } from '../realtime.ts'

const db = await testDatabase()
const tokens = await testTokens()
const { log } = fastify()
const { url } = await testSurface(tokens, '/realtime/v1', realtimeSurface({ connect: db.connect, tokens, log }))
const impatient = { connect: db.connect, tokens, log, limits: { graceMs: 500 } }
const quick = await testSurface(tokens, '/realtime/v1', realtimeSurface(impatient))

await db.sql(`
  create type size as enum ('small', 'large');
  create table notes (
    id uuid primary key default gen_random_uuid(), owner uuid, body text, secret text, size size, count int8, price numeric(10,2),
    tags text[], data jsonb, done boolean default false, at timestamptz default now(), initial text generated always as (left(body, 1)) stored
  );
  alter table notes replica identity full;
  alter table notes enable row level security;
  grant select (id, owner, body, size, count, price, tags, data, done, at, initial), insert, update, delete on notes to authenticated;
  grant select on notes to service_role;
  create policy "everybody sees their own notes" on notes for select to authenticated using (owner = (select auth.uid()));
  create table shares (note_id uuid, reader uuid);
  grant select on shares to authenticated;
  create policy "a reader sees what is shared with them" on notes for select to authenticated
    using (exists (select from shares where note_id = notes.id and reader = (select auth.uid())));
  create table keyed (id int8 primary key, owner uuid, body text);
  alter table keyed enable row level security;
  grant select on keyed to authenticated;
  create policy "own" on keyed for select to authenticated using (owner = (select auth.uid()));
  create table open (id int8 primary key, body text);
  grant select on open to anon, authenticated;
  create table unpublished (id int8);
  grant select on unpublished to authenticated;
  alter publication supabase_realtime add table notes, keyed, open;
`)

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>
type Watching = {
  channel: RealtimeChannel
  changes: Change[]
  statuses: string[]
  system: { status: string; message: string }[]
}
type Wish = { event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'; table?: string; filter?: string; select?: string[] }

const clients: SupabaseClient[] = []
afterAll(() => Promise.all(clients.map((client) => client.removeAllChannels())))

/** `become` is what a refreshed session does: the same client goes on with another token. */
async function clientFor(token: string | undefined, version = '2.0.0', to = url) {
  let current = token
  const client = createClient(to, tokens.anonKey, {
    realtime: { vsn: version },
    accessToken: async () => current ?? null,
  })
  clients.push(client)
  return Object.assign(client, {
    async become(fresh: string) {
      current = fresh
      await client.realtime.setAuth()
    },
  })
}

/** Subscribes and waits until the server has said that changes flow, or why not. */
async function watch(client: SupabaseClient, wish: Wish = {}, name = crypto.randomUUID()): Promise<Watching> {
  const watching: Watching = { channel: client.channel(name), changes: [], statuses: [], system: [] }
  const { event = '*', table = 'notes', filter, select } = wish
  watching.channel
    .on(
      'postgres_changes',
      { event: event as '*', schema: 'public', table, ...(filter && { filter }), ...(select && { select }) },
      (change) => watching.changes.push(change),
    )
    .on('system', {}, (message) => watching.system.push(message))
    .subscribe((status) => watching.statuses.push(status))
  await vi.waitFor(
    () => expect(watching.system.length + Number(watching.statuses[0] === 'CHANNEL_ERROR')).toBeGreaterThan(0),
    9000,
  )
  return watching
}

const seen = (watching: Watching, count: number) => vi.waitFor(() => expect(watching.changes).toHaveLength(count), 5000)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test.each(['1.0.0', '2.0.0'])(
  'two users see only what each may see, on insert, update and delete (protocol %s)',
  async (version) => {
    const [dana, yossi] = [crypto.randomUUID(), crypto.randomUUID()]
    const hers = await watch(await clientFor(await tokens.signIn({ sub: dana }), version))
    const his = await watch(await clientFor(await tokens.signIn({ sub: yossi }), version))
    const stranger = await watch(await clientFor(undefined, version))
    expect(hers.statuses).toEqual(['SUBSCRIBED'])
    expect(hers.system).toEqual([
      expect.objectContaining({ extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' }),
    ])
    expect(stranger.system[0]).toMatchObject({
      status: 'error',
      message: expect.stringContaining('Unable to subscribe to changes'),
    })

    const [{ id }] = (await db.sql<{ id: string }>(`insert into notes (owner, body) values ($1, 'שלום') returning id`, [
      dana,
    ])) as [{ id: string }]
    await db.sql(`insert into notes (owner, body) values ($1, 'שלו')`, [yossi])
    await db.sql(`update notes set body = 'להתראות' where id = $1`, [id])
    await Promise.all([seen(hers, 2), seen(his, 1)])
    await db.sql(`insert into shares values ($1, $2)`, [id, yossi])
    await db.sql(`update notes set done = true where id = $1`, [id])
    await db.sql(`delete from notes where id = $1`, [id])
    await seen(hers, 4)
    await seen(his, 3)
    expect(hers.changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'UPDATE', 'DELETE'])
    expect(hers.changes[0]!.new).toMatchObject({ id, owner: dana, body: 'שלום', initial: 'ש', done: false })
    expect(hers.changes[1]).toMatchObject({ new: { body: 'להתראות' }, old: { body: 'שלום' } })
    expect(hers.changes[3]).toMatchObject({ new: {}, old: { id, body: 'להתראות', done: true } })
    expect(his.changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
    expect(stranger.changes).toEqual([])
  },
)

test('a change looks exactly as the hosted original sends it, without the columns the role may not read', async () => {
  const sub = crypto.randomUUID()
  const raw: unknown[] = []
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${await tokens.signIn({ sub })}`,
  )
  socket.addEventListener('message', ({ data }) => raw.push(JSON.parse(data)))
  await once(socket, 'open')
  const config = { postgres_changes: [{ event: '*', table: 'notes' }] }
  socket.send(JSON.stringify(['7', '8', 'realtime:exact', 'phx_join', { config }]))
  await vi.waitFor(() => expect(raw).toHaveLength(2))
  const id = expect.any(Number)
  expect(raw.splice(0)).toEqual([
    [
      '7',
      '8',
      'realtime:exact',
      'phx_reply',
      { status: 'ok', response: { postgres_changes: [{ id, event: '*', table: 'notes' }] } },
    ],
    [
      null,
      null,
      'realtime:exact',
      'system',
      { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL', channel: 'exact' },
    ],
  ])
  await db.sql(
    `insert into notes (id, owner, body, secret, size, count, price, tags, data, done, at)
     values ('6b1f5a3e-0000-4000-8000-000000000001', $1, 'a "quoted" \\ (body)', 'hidden', 'large', 9007199254740993, 12.5, '{א,"b,c"}', '{"a":[1]}', null, '2026-01-02 03:04:05.678+00')`,
    [sub],
  )
  await vi.waitFor(() => expect(raw).toHaveLength(1))
  socket.close()
  const change = raw[0] as unknown[]
  const { ids, data } = change[4] as { ids: number[]; data: Record<string, unknown> }
  expect(change.slice(0, 4)).toEqual([null, null, 'realtime:exact', 'postgres_changes'])
  expect(ids).toHaveLength(1)
  expect(Object.keys(data)).toEqual(['schema', 'table', 'type', 'commit_timestamp', 'columns', 'record', 'errors'])
  expect(data['commit_timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(data['columns']).toEqual([
    { name: 'id', type: 'uuid' },
    { name: 'owner', type: 'uuid' },
    { name: 'body', type: 'text' },
    { name: 'size', type: 'size' },
    { name: 'count', type: 'int8' },
    { name: 'price', type: 'numeric' },
    { name: 'tags', type: '_text' },
    { name: 'data', type: 'jsonb' },
    { name: 'done', type: 'bool' },
    { name: 'at', type: 'timestamptz' },
    { name: 'initial', type: 'text' },
  ])
  expect(data).toMatchObject({ schema: 'public', table: 'notes', type: 'INSERT', errors: null })
  expect(data['record']).toMatchObject({
    body: 'a "quoted" \\ (body)', size: 'large', price: 12.5, tags: ['א', 'b,c'], data: { a: [1] }, done: null, at: '2026-01-02T03:04:05.678+00:00',
  }) // prettier-ignore
  expect(data['record']).not.toHaveProperty('secret')
})

test('a filter and a selection of columns hold for inserts, updates and deletes', async () => {
  const sub = crypto.randomUUID()
  const client = await clientFor(await tokens.signIn({ sub }))
  const large = await watch(client, { filter: 'size=in.(large),count=gte.10' })
  const few = await watch(client, { event: 'INSERT', filter: `owner=eq.${sub}`, select: ['id', 'body'] })
  await db.sql(
    `insert into notes (owner, body, size, count) values ($1, 'a', 'large', 9), ($1, 'b', 'large', 10), ($1, 'c', 'small', 11)`,
    [sub],
  )
  await db.sql(`update notes set count = count + 1 where owner = $1 and size = 'large'`, [sub])
  await db.sql('delete from notes where owner = $1', [sub])
  await seen(large, 5)
  expect(large.changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'UPDATE', 'DELETE', 'DELETE'])
  await seen(few, 3)
  expect(few.changes.map((change) => change.new)).toEqual(
    ['a', 'b', 'c'].map((body) => ({ id: expect.any(String), body })),
  )
})

test.each([
  ['nosuch=eq.1', 'invalid column for filter nosuch'],
  ['secret=eq.x', 'invalid column for filter secret'],
  ['count=eq.many', 'invalid input syntax for type bigint: "many"'],
  ['data=gt.1', 'operator gt cannot be used with data of type jsonb'],
  [`id=eq.1' or '1'='1`, 'invalid input syntax for type uuid'],
])('the filter %s is answered with a system error', async (filter, message) => {
  const watching = await watch(await clientFor(await tokens.signIn()), { filter })
  expect(watching.system[0]).toMatchObject({ status: 'error', message: expect.stringContaining(message) })
})

test('a table that is not published joins and says why nothing will come', async () => {
  const watching = await watch(await clientFor(await tokens.signIn()), { table: 'unpublished' })
  expect(watching.statuses).toEqual(['SUBSCRIBED'])
  expect(watching.system[0]).toMatchObject({ status: 'error', message: expect.stringContaining('table: unpublished') })
})

test('with only the key of a deleted row known, nobody is told whom the policies might refuse', async () => {
  const sub = crypto.randomUUID()
  const client = await clientFor(await tokens.signIn({ sub }))
  const watching = await watch(client, { table: 'keyed' })
  await db.sql('insert into keyed values (1, $1, $2)', [sub, 'x'.repeat(20_000)])
  await db.sql(`update keyed set owner = owner`)
  await db.sql('delete from keyed')
  await db.sql('insert into keyed values (2, $1)', [sub])
  await seen(watching, 3)
  expect(watching.changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'INSERT'])
  expect(watching.changes[1]!.old).toEqual({ id: 1 })

  const open = await watch(client, { table: 'open' })
  await db.sql(`insert into open values (1, 'a')`)
  await db.sql('delete from open')
  await seen(open, 2)
  expect(open.changes[1]!.old).toEqual({ id: 1 })
})

test('large values that an update did not touch still arrive, and beyond a mebibyte only the small ones do', async () => {
  const sub = crypto.randomUUID()
  const watching = await watch(await clientFor(await tokens.signIn({ sub })))
  const body = Array.from({ length: 4000 }, () => crypto.randomUUID()).join()
  await db.sql('insert into notes (owner, body) values ($1, $2)', [sub, body])
  await db.sql('update notes set done = true where owner = $1', [sub])
  await seen(watching, 2)
  expect(watching.changes[1]!.new).toMatchObject({ body, done: true })
  await db.sql(`update notes set body = repeat('א', 600000) where owner = $1`, [sub])
  await seen(watching, 3)
  expect(watching.changes[2]).toMatchObject({
    errors: ['Error 413: Payload Too Large'],
    new: { owner: sub, done: true },
  })
  expect(watching.changes[2]!.new).not.toHaveProperty('body')
})

test('a change made the moment the join is answered is not lost, twenty times over', async () => {
  const sub = crypto.randomUUID()
  const client = await clientFor(await tokens.signIn({ sub }))
  for (let round = 0; round < 20; round++) {
    const arrived = Promise.withResolvers<Change>()
    const channel = client
      .channel(`round ${round}`)
      .on(
        'postgres_changes',
        { event: 'INSERT', schema: 'public', table: 'notes', filter: `count=eq.${round}` },
        arrived.resolve,
      )
      .subscribe((status) => {
        if (status === 'SUBSCRIBED') void db.sql('insert into notes (owner, count) values ($1, $2)', [sub, round])
      })
    expect((await arrived.promise).new).toMatchObject({ count: round })
    await channel.unsubscribe()
  }
})

test('a fresh token on an open channel changes what is seen without an interruption', async () => {
  const [before, after] = [crypto.randomUUID(), crypto.randomUUID()]
  const client = await clientFor(await tokens.signIn({ sub: before }))
  const watching = await watch(client)
  await client.become(await tokens.signIn({ sub: after }))
  await pause(50)
  await db.sql(`insert into notes (owner, body) values ($1, 'before'), ($2, 'after')`, [before, after])
  await seen(watching, 1)
  expect(watching.changes[0]!.new).toMatchObject({ body: 'after' })
  expect(watching.statuses).toEqual(['SUBSCRIBED'])
})

test('a client that joins before it has its token sees its rows as soon as the token is there', async () => {
  const sub = crypto.randomUUID()
  const client = await clientFor(undefined)
  const watching = await watch(client)
  expect(watching.system).toMatchObject([{ status: 'error' }])
  await client.become(await tokens.signIn({ sub }))
  await vi.waitFor(() => expect(watching.system).toMatchObject([{ status: 'error' }, { status: 'ok' }]))
  await db.sql('insert into notes (owner) values ($1)', [sub])
  await seen(watching, 1)
})

test('a forged or expired token opens no channel, and closes an open one', async () => {
  const stranger = await testTokens()
  const forged = await watch(await clientFor(await stranger.signIn()))
  expect(forged.statuses[0]).toBe('CHANNEL_ERROR')
  const expired = await watch(await clientFor(await tokens.signIn({}, -3600)))
  expect(expired.statuses[0]).toBe('CHANNEL_ERROR')

  const client = await clientFor(await tokens.signIn())
  const watching = await watch(client)
  await client.become(await stranger.signIn())
  await vi.waitFor(() => expect(watching.statuses).toEqual(['SUBSCRIBED', 'CLOSED']))
  expect(watching.system[1]).toMatchObject({ extension: 'system', status: 'error' })
})

test('a token that ends is given a moment for its successor, then the channel is closed', async () => {
  const forgotten = await watch(await clientFor(await tokens.signIn({}, 1), '2.0.0', quick.url))
  const client = await clientFor(await tokens.signIn({}, 1), '2.0.0', quick.url)
  const refreshed = await watch(client)
  await client.become(await tokens.signIn())
  await vi.waitFor(() => expect(forgotten.statuses).toContain('CLOSED'), 4000)
  expect(forgotten.system.at(-1)).toMatchObject({ status: 'error', message: 'Token has expired' })
  await pause(500)
  expect(refreshed.statuses).toEqual(['SUBSCRIBED'])
})

test('when the stream is cut, channels hear of it, join again by themselves, and changes flow', async () => {
  const sub = crypto.randomUUID()
  const watching = await watch(await clientFor(await tokens.signIn({ sub })))
  await db.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'supabase_realtime_admin'`,
  )
  await vi.waitFor(() => expect(watching.statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']), 9000)
  await db.sql('insert into notes (owner) values ($1)', [sub])
  await seen(watching, 1)
})

test('the check runs with the rights of the reader alone, and the role stays nowhere', async () => {
  const sub = crypto.randomUUID()
  await db.sql(`
    create function break_out() returns boolean language plpgsql as $$ begin perform set_config('role', 'none', true); return true; end $$;
    grant execute on function break_out() to authenticated;
    create policy "tries to break out" on notes for select to authenticated using (break_out() and (select count(*) from pg_authid) > 0);
    create policy "fails" on keyed for select to authenticated using (1 / 0 = 1)`)
  const client = await clientFor(await tokens.signIn({ sub }))
  const watching = await watch(client)
  const failing = await watch(client, { table: 'keyed' })
  const barrier = await watch(client, { table: 'open' })
  await db.sql('insert into notes (owner) values ($1)', [crypto.randomUUID()])
  await db.sql('insert into keyed (id, owner) values (77, $1)', [crypto.randomUUID()])
  await db.sql('insert into open values (77)')
  await seen(barrier, 1)
  await db.sql(
    `drop policy "tries to break out" on notes; drop policy "fails" on keyed; insert into notes (owner, body) values ('${sub}', 'later')`,
  )
  await seen(watching, 1)
  expect(watching.changes[0]!.new).toMatchObject({ body: 'later' })
  expect(failing.changes).toEqual([])
  const roles = await db.sql(`select rolsuper, rolbypassrls from pg_roles where rolname = 'supabase_realtime_admin'`)
  expect(roles).toEqual([{ rolsuper: false, rolbypassrls: false }])
})

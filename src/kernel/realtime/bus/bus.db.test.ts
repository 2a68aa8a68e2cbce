import { type RealtimeChannel, type SupabaseClient, createClient } from '@supabase/supabase-js'
import fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { testDatabase } from '../../../../test/database.ts'
import { debianServer, hasDebianServer } from '../../../../test/debian-server.ts'
import { testApi, testTokens } from '../../../../test/api-server.ts'
import { realtimeRoutes } from '../realtime.ts'
import type { SourceKind } from '../source/source.ts'

describe.each(['log', 'triggers'] as const)('nodes connected by %s', (source) => suite(source))
describe.skipIf(!hasDebianServer)('nodes on PostgreSQL 15', async () => {
  if (hasDebianServer) await suite('log', await debianServer({ wal_level: 'logical' }))
})

async function suite(changes: SourceKind, at?: { host: string; password: string }) {
  const db = await testDatabase(at)
  const tokens = await testTokens()
  const { log } = fastify()

  await db.sql(`
  create table members (name text primary key);
  grant select on members to authenticated;
  create policy "members listen and send" on realtime.messages to authenticated
    using (exists (select from members where name = (select auth.jwt() ->> 'name')))
    with check (exists (select from members where name = (select auth.jwt() ->> 'name')));
  create table letters (id int8 primary key, body text);
  grant select on letters to anon;
  alter publication supabase_realtime add table letters;
`)

  const node = () =>
    testApi(
      tokens,
      '/realtime/v1',
      realtimeRoutes({ connect: db.connect, tokens, log, changes, limits: { nodeRegistryMs: 300 } }),
    )
  const [first, second] = [await node(), await node()]

  const clients: SupabaseClient[] = []
  afterAll(() => Promise.all(clients.map((client) => client.removeAllChannels())))

  async function clientOf({ url }: { url: string }, name?: string) {
    const token = name ? await tokens.signIn({ name }) : null
    const client = createClient(url, tokens.anonKey, { accessToken: async () => token })
    clients.push(client)
    return client
  }
  const joined = (channel: RealtimeChannel) =>
    new Promise<string>((resolve) => channel.subscribe((status, error) => resolve(error ? error.message : status)))

  test('a broadcast on one node reaches the other once and in order, as JSON, as bytes and over HTTP', async () => {
    const [here, there] = [await clientOf(first), await clientOf(second)]
    const [dana, yossi] = [
      here.channel('room', { config: { broadcast: { ack: true, self: true } } }),
      there.channel('room', { config: { broadcast: { ack: true } } }),
    ]
    const received: Record<string, unknown[]> = { dana: [], yossi: [] }
    dana.on('broadcast', { event: 'n' }, ({ payload }) => received['dana']!.push(payload.n))
    yossi.on('broadcast', { event: 'n' }, ({ payload }) => received['yossi']!.push(payload.n))
    const bytes = Promise.withResolvers<ArrayBuffer>()
    yossi.on('broadcast', { event: 'bytes' }, ({ payload }) => bytes.resolve(payload))
    expect([await joined(dana), await joined(yossi)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
    const numbers = Array.from({ length: 50 }, (_, n) => n)
    const sent = await Promise.all(numbers.map((n) => dana.send({ type: 'broadcast', event: 'n', payload: { n } })))
    expect(new Set(sent)).toEqual(new Set(['ok']))
    expect(await yossi.send({ type: 'broadcast', event: 'n', payload: { n: 'back' } })).toBe('ok')
    await dana.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 255, 7]).buffer })
    expect(new Uint8Array(await bytes.promise)).toEqual(new Uint8Array([0, 255, 7]))
    // Each node preserves the order of what it receives; messages of two nodes may cross.
    await eventually(() => expect(received['dana']).toContain('back'))
    expect(await dana.httpSend('n', { n: 'post' })).toEqual({ success: true })
    await eventually(() =>
      expect(received).toEqual({ dana: [...numbers, 'back', 'post'], yossi: [...numbers, 'post'] }),
    )
  })

  test('presence on one node is visible on the other, also to later joiners, until the connection closes or the node stops', async () => {
    const third = fastify()
    await third.register(realtimeRoutes({ connect: db.connect, tokens, log, changes }), { prefix: '/realtime/v1' })
    const url = await third.listen({ port: 0, host: '127.0.0.1' })
    const keys = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).toSorted()
    const enter = async (at: { url: string }, key: string) => {
      const client = await clientOf(at)
      const channel = client
        .channel('lobby', { config: { presence: { key } } })
        .on('presence', { event: 'sync' }, () => {})
      await joined(channel)
      expect(await channel.track({ at: key })).toBe('ok')
      return { client, channel }
    }
    const dana = await enter(first, 'dana')
    const gal = await enter({ url }, 'gal')
    const yossi = await enter(second, 'yossi')
    for (const { channel } of [dana, gal, yossi])
      await eventually(() => expect(keys(channel)).toEqual(['dana', 'gal', 'yossi']))
    await dana.channel.track({ at: 'the door' })
    await eventually(() => expect(yossi.channel.presenceState()).toMatchObject({ dana: [{ at: 'the door' }] }))
    await yossi.client.realtime.disconnect()
    for (const { channel } of [dana, gal]) await eventually(() => expect(keys(channel)).toEqual(['dana', 'gal']))
    await third.close()
    await eventually(() => expect(keys(dana.channel)).toEqual(['dana']))
  })

  test('the presence of a crashed node is removed, and a node that missed messages resynchronizes', async () => {
    const dana = (await clientOf(first)).channel('hall', { config: { presence: { key: 'dana' } } })
    dana.on('presence', { event: 'sync' }, () => {})
    const came: string[] = []
    const left: string[] = []
    dana.on('presence', { event: 'join' }, ({ key }) => came.push(key))
    dana.on('presence', { event: 'leave' }, ({ key }) => left.push(key))
    await joined(dana)
    const from = crypto.randomUUID()
    const gal = { topic: 'realtime:hall', private: false, id: 'x', key: 'gal', meta: { phx_ref: 'x' } }
    await db.sql(`select realtime.emit('realtime', realtime.encode_message(head)) from unnest($1::json[]) as head`, [
      [
        { kind: 'hello', from, number: 0 },
        { kind: 'present', from, number: 1, ...gal },
      ],
    ])
    await eventually(() => expect([came, left]).toEqual([['gal'], ['gal']]))

    const yossi = (await clientOf(second)).channel('hall', { config: { presence: { key: 'yossi' } } })
    yossi.on('presence', { event: 'sync' }, () => {})
    await joined(yossi)
    await yossi.track({ at: 'home' })
    await eventually(() => expect(Object.keys(dana.presenceState())).toEqual(['yossi']))
    await db.sql(
      `select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`,
    )
    await yossi.track({ at: 'the sea' })
    await eventually(() => expect(dana.presenceState()).toMatchObject({ yossi: [{ at: 'the sea' }] }))
  })

  test('messages sent by SQL reach every node, under the policies of the topic', async () => {
    await db.sql(`insert into members values ('dana')`)
    const config = { private: true }
    const received: unknown[] = []
    const [dana, yossi] = [await clientOf(first, 'dana'), await clientOf(second, 'dana')]
    for (const client of [dana, yossi]) {
      const channel = client
        .channel('board', { config })
        .on('broadcast', { event: '*' }, (message) => received.push(message))
      expect(await joined(channel)).toBe('SUBSCRIBED')
    }
    await db.sql(`select realtime.send('{"text":"שלום"}', 'news', 'board')`)
    await eventually(() => expect(received).toHaveLength(2))
    expect(received[0]).toMatchObject({
      event: 'news',
      payload: { text: 'שלום', id: expect.any(String) },
      meta: { id: expect.any(String) },
    })
    await db.sql(
      `select realtime.send_binary('\\x00ff07', 'bytes', 'board'), realtime.send('{}', 'outside', 'board', false)`,
    )
    await eventually(() => expect(received).toHaveLength(4))
    expect(new Uint8Array((received[3] as { payload: ArrayBuffer }).payload)).toEqual(new Uint8Array([0, 255, 7]))
  })

  test('a subject that loses the right to a private topic is removed from it on every node', async () => {
    await db.sql(`insert into members values ('gal'), ('noa')`)
    const shut: string[] = []
    const open: RealtimeChannel[] = []
    for (const [at, name] of [
      [first, 'gal'],
      [second, 'gal'],
      [second, 'noa'],
    ] as const) {
      const channel = (await clientOf(at, name)).channel('circle', { config: { private: true } })
      channel.on('system', {}, ({ status }) => status === 'error' && shut.push(name))
      expect(await joined(channel)).toBe('SUBSCRIBED')
      open.push(channel)
    }
    await db.sql(
      `with gone as (delete from members where name = 'gal' returning 1) select realtime.access_changed() from gone`,
    )
    await eventually(() => expect(shut).toEqual(['gal', 'gal']))
    expect(open.map(({ state }) => state)).toEqual(['closed', 'closed', 'joined'])
    await db.sql(`drop policy "members listen and send" on realtime.messages`)
    await eventually(() => expect(shut).toEqual(['gal', 'gal', 'noa']))
  })

  test('a change reaches listeners on both nodes', async () => {
    const received: unknown[] = []
    for (const at of [first, second]) {
      const channel = (await clientOf(at)).channel('letters')
      channel.on('postgres_changes', { event: '*', schema: 'public', table: 'letters' }, (change) =>
        received.push(change.new),
      )
      expect(await joined(channel)).toBe('SUBSCRIBED')
    }
    await db.sql(`insert into letters values (1, 'א')`)
    await eventually(() =>
      expect(received).toEqual([
        { id: 1, body: 'א' },
        { id: 1, body: 'א' },
      ]),
    )
  })

  test('only the server may send messages to the nodes', async () => {
    for (const role of ['anon', 'authenticated', 'service_role'] as const)
      for (const call of [
        `select pg_logical_emit_message(true, 'realtime', 'x')`,
        `select realtime.emit('realtime', 'x')`,
        `select realtime.store_message('a', 'b', '{}', null, 60)`,
        `select * from realtime.stored_messages('board', now() - interval '1 day', 9)`,
      ])
        await expect(db.as({ role }, call)).rejects.toThrow(/permission denied/)
    // A malformed message in the log is ignored.
    await db.sql(`select pg_logical_emit_message(true, 'realtime', 'nonsense')`)
    await db.sql(`select realtime.emit('realtime', realtime.encode_message('{"kind":"broadcast"}'))`)
    const channel = (await clientOf(first)).channel('calm')
    expect(await joined(channel)).toBe('SUBSCRIBED')
  })
}

import { once } from 'node:events'
import { type RealtimeChannel, type SupabaseClient, createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { address, loginOf, otherAddress, publicKey } from './clients.ts'

const { databaseUrl } = inject('server')
const database = new pg.Client(databaseUrl)
const clients: SupabaseClient[] = []
const eventually = <T>(read: () => T) => expect.poll(read)

beforeAll(async () => {
  await database.connect()
  await database.query(`
    create policy "conformance: signed in people talk" on realtime.messages to authenticated
      using ((select realtime.topic()) like 'talk %') with check ((select realtime.topic()) like 'talk %')`)
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.realtime.disconnect()))
  await database.query(`drop policy if exists "conformance: signed in people talk" on realtime.messages`)
  await database.end()
})

function visitor(at = address, vsn = '2.0.0') {
  const settings = { auth: { persistSession: false, autoRefreshToken: false }, realtime: { vsn } }
  const client = createClient(at, publicKey, settings)
  clients.push(client)
  return client
}
async function owner(at = address, vsn = '2.0.0') {
  const client = visitor(at, vsn)
  const { error } = await client.auth.signInWithPassword(loginOf('owner'))
  if (error) throw error
  await client.realtime.setAuth()
  return client
}
const joined = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => channel.subscribe((status, error) => resolve(error?.message ?? status)))
const name = (kind: string) => `${kind} ${crypto.randomUUID()}`

test.each([
  ['1.0.0', '1.0.0'],
  ['1.0.0', '2.0.0'],
  ['2.0.0', '1.0.0'],
  ['2.0.0', '2.0.0'],
])('a broadcast in protocol %s on one node reaches protocol %s on the other', async (from, to) => {
  const topic = name('room')
  type Line = { text: string }
  const received: Line[] = []
  const own: Line[] = []
  const sender = visitor(address, from).channel(topic, { config: { broadcast: { ack: true, self: true } } })
  const listener = visitor(otherAddress, to).channel(topic)
  sender.on('broadcast', { event: 'line' }, ({ payload }) => own.push(payload as Line))
  listener.on('broadcast', { event: 'line' }, ({ payload }) => received.push(payload as Line))
  expect([await joined(sender), await joined(listener)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
  const send = (payload: object) => sender.send({ type: 'broadcast', event: 'line', payload })
  expect(await send({ text: 'שלום' })).toBe('ok')
  expect(await send({ text: '👋', deep: { n: [1, null] } })).toBe('ok')
  expect(await sender.send({ type: 'broadcast', event: 'another', payload: {} })).toBe('ok')
  expect(await sender.httpSend('line', { text: 'over HTTP' })).toEqual({ success: true })
  const all = [{ text: 'שלום' }, { text: '👋', deep: { n: [1, null] } }, { text: 'over HTTP' }]
  // On the other node a message over HTTP may arrive earlier: order is guaranteed only within one transport.
  const httpLast = (lines: Line[]) =>
    lines.toSorted((a, b) => Number(a.text === 'over HTTP') - Number(b.text === 'over HTTP'))
  await eventually(() => httpLast(received)).toEqual(all)
  await eventually(() => httpLast(own)).toEqual(all)
})

test('bytes are delivered as bytes between clients of protocol 2.0.0', async () => {
  const topic = name('bytes')
  const [sender, listener] = [visitor().channel(topic), visitor(otherAddress).channel(topic)]
  const received: number[][] = []
  listener.on('broadcast', { event: '*' }, ({ payload }) => received.push([...new Uint8Array(payload)]))
  await Promise.all([joined(sender), joined(listener)])
  const bytes = new Uint8Array([0, 1, 254, 255])
  await sender.send({ type: 'broadcast', event: 'b', payload: bytes.buffer })
  expect(await sender.httpSend('b', bytes.buffer)).toEqual({ success: true })
  await eventually(() => received).toEqual([
    [0, 1, 254, 255],
    [0, 1, 254, 255],
  ])
})

test('a channel that is not yet subscribed sends over HTTP', async () => {
  const topic = name('early')
  const listener = visitor(otherAddress).channel(topic)
  const received: unknown[] = []
  listener.on('broadcast', { event: '*' }, ({ payload }) => received.push(payload))
  await joined(listener)
  expect(
    await visitor()
      .channel(topic)
      .send({ type: 'broadcast', event: 'x', payload: { n: 1 } }),
  ).toBe('ok')
  await eventually(() => received).toEqual([{ n: 1 }])
})

test.each(['1.0.0', '2.0.0'])('presence on either node is visible on both (protocol %s)', async (vsn) => {
  const topic = name('lobby')
  const enter = async (at: string, key: string) => {
    const client = visitor(at, vsn)
    const channel = client.channel(topic, { config: { presence: { key } } })
    const left: string[] = []
    channel.on('presence', { event: 'leave' }, ({ key }) => left.push(key))
    expect(await joined(channel)).toBe('SUBSCRIBED')
    expect(await channel.track({ at: 'the door' })).toBe('ok')
    return { client, channel, left, keys: () => Object.keys(channel.presenceState()).toSorted() }
  }
  const dana = await enter(address, 'dana')
  const yossi = await enter(otherAddress, 'yossi')
  const gal = await enter(address, 'gal')
  for (const { keys } of [dana, yossi, gal]) await eventually(keys).toEqual(['dana', 'gal', 'yossi'])
  expect(await dana.channel.track({ at: 'the table' })).toBe('ok')
  await eventually(() => yossi.channel.presenceState()['dana']).toEqual([
    { at: 'the table', presence_ref: expect.any(String) },
  ])
  expect(await gal.channel.untrack()).toBe('ok')
  await eventually(yossi.keys).toEqual(['dana', 'yossi'])
  await yossi.client.realtime.disconnect()
  await eventually(dana.keys).toEqual(['dana'])
  expect(dana.left).toContain('yossi')
})

test('the policies on realtime.messages decide who may receive and send on a private channel', async () => {
  const topic = name('talk')
  const config = { private: true, broadcast: { ack: true } }
  const [hers, his] = [await owner(), await owner(otherAddress)]
  const [dana, yossi] = [hers.channel(topic, { config }), his.channel(topic, { config })]
  const received: unknown[] = []
  yossi.on('broadcast', { event: '*' }, ({ payload }) => received.push(payload))
  expect([await joined(dana), await joined(yossi)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
  const stranger = visitor()
  const refusal = `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`
  expect(await joined(stranger.channel(topic, { config }))).toBe(refusal)
  await expect(stranger.channel(topic, { config }).httpSend('x', { n: 0 })).rejects.toThrow('You may not send')
  // A public channel of the same name is separate.
  const beside = visitor().channel(topic)
  expect(await joined(beside)).toBe('SUBSCRIBED')
  await beside.send({ type: 'broadcast', event: 'x', payload: { n: 'from outside' } })
  expect(await dana.send({ type: 'broadcast', event: 'x', payload: { n: 1 } })).toBe('ok')
  // Awaited first, because a message over HTTP may arrive earlier.
  await eventually(() => received).toEqual([{ n: 1 }])
  expect(await dana.httpSend('x', { n: 2 })).toEqual({ success: true })
  await eventually(() => received).toEqual([{ n: 1 }, { n: 2 }])
})

test('messages sent by SQL and saved messages reach both nodes, and are replayed to a later client', async () => {
  const topic = name('talk')
  const since = Date.now() - 60_000
  const [hers, his] = [await owner(), await owner(otherAddress)]
  const dana = hers.channel(topic, { config: { private: true, broadcast: { ack: true } } })
  await joined(dana)
  const received: unknown[] = []
  dana.on('broadcast', { event: '*' }, ({ payload }) => received.push(payload['n']))
  const there: unknown[] = []
  const early = (await owner(otherAddress)).channel(topic, { config: { private: true } })
  early.on('broadcast', { event: '*' }, ({ payload }) => there.push(payload['n']))
  await joined(early)
  await database.query(`select realtime.send('{"n":1}', 'x', $1)`, [topic])
  await eventually(() => received).toEqual([1])
  expect(await dana.send({ type: 'broadcast', event: 'x', payload: { n: 2 }, persist: true })).toBe('ok')
  await dana.send({ type: 'broadcast', event: 'x', payload: { n: 'not kept' } })
  // No message is in flight: a client that joins now receives only saved ones.
  await eventually(() => there).toContain('not kept')
  const late = his.channel(topic, { config: { private: true, broadcast: { replay: { since, limit: 10 } } } })
  const replayed: unknown[] = []
  late.on('broadcast', { event: '*' }, ({ payload, meta }) => replayed.push([payload['n'], meta]))
  expect(await joined(late)).toBe('SUBSCRIBED')
  const meta = { id: expect.any(String), replayed: true }
  await eventually(() => replayed).toEqual([
    [1, meta],
    [2, meta],
  ])
})

test('an open channel accepts a fresh token, and closes with an invalid one or when its policy is dropped', async () => {
  const topic = name('talk')
  const open = async (client: SupabaseClient) => {
    const system: unknown[] = []
    const channel = client.channel(topic, { config: { private: true } })
    channel.on('system', {}, ({ message, status }) => status === 'error' && system.push(message))
    expect(await joined(channel)).toBe('SUBSCRIBED')
    return { client, channel, system }
  }
  const [dana, yossi] = [await open(await owner()), await open(await owner(otherAddress))]
  const { data } = await dana.client.auth.refreshSession()
  await dana.client.realtime.setAuth(data.session!.access_token)
  expect(await dana.channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok')
  await dana.client.realtime.setAuth('not.a.token')
  await eventually(() => dana.system).toEqual([expect.stringMatching(/^MalformedJWT/)])
  expect(yossi.channel.state).toBe('joined')
  await database.query(`drop policy "conformance: signed in people talk" on realtime.messages`)
  await eventually(() => yossi.system).toEqual([expect.stringMatching(/^Unauthorized/)])
  await eventually(() => yossi.channel.state).toBe('closed')
})

test.each([
  ['1.0.0', '{"topic":7}'],
  ['1.0.0', '["1","1","realtime:x","phx_join",{}]'],
  ['2.0.0', '{"topic":"realtime:x","event":"phx_join","payload":{},"ref":"1"}'],
  ['2.0.0', Buffer.from([3, 255, 255, 255, 255, 255, 1])],
  ['2.0.0', Buffer.from([9, 9, 9])],
  ['1.0.0', 'x'.repeat(6 * 1024 * 1024)],
])('in protocol %s a frame of the wrong shape or size closes only its socket', async (vsn, frame) => {
  const open = async () => {
    const socket = new WebSocket(
      `${address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publicKey}&vsn=${vsn}`,
    )
    await once(socket, 'open')
    return socket
  }
  const [wrong, other] = [await open(), await open()]
  const closed = once(wrong, 'close')
  wrong.on('error', () => {})
  wrong.send(frame)
  expect([1006, 1007, 1009]).toContain((await closed)[0])
  const answer = once(other, 'message')
  const heartbeat = ['7', 'phoenix', 'heartbeat', {}] as const
  const [ref, topic, event, payload] = heartbeat
  other.send(vsn === '2.0.0' ? JSON.stringify([null, ...heartbeat]) : JSON.stringify({ topic, event, payload, ref }))
  expect(String((await answer)[0])).toContain('"status":"ok"')
  other.close()
})

test.each([
  ['', 401],
  ['?apikey=nonsense', 401],
  [`?apikey=${publicKey}&vsn=3.0.0`, 400],
])('a socket at %j is refused before it opens', async (query, status) => {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/realtime/v1/websocket${query}`)
  const [error] = (await once(socket, 'error')) as [Error]
  expect(error.message).toBe(`Unexpected server response: ${status}`)
})

test('a client may have a hundred channels and no more', async () => {
  const client = visitor()
  const all = Array.from({ length: 101 }, (_, i) => client.channel(`${i}`))
  const first = all.pop()!
  const answers = await Promise.all(all.slice(0, 99).map(joined))
  expect(new Set(answers)).toEqual(new Set(['SUBSCRIBED']))
  expect(await joined(all[99]!)).toMatch(/SUBSCRIBED|ClientJoinRateLimitReached/)
  expect(await joined(first)).toMatch(/ChannelRateLimitReached|ClientJoinRateLimitReached/)
})

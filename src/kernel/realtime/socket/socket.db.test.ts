import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { type RealtimeChannel, type SupabaseClient, createClient } from '@supabase/supabase-js'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { WebSocket } from 'ws'
import { realtimeRoutes } from '../realtime.ts'
import { openServer } from './server.fixture.ts'

const limits = {
  channelsPerSocket: 5,
  messagesPerSecond: 50,
  joinsPerSecond: 20,
  frameBytes: 100_000,
  sockets: 12,
  socketsPerClient: 11,
  queuedBytes: 1_000_000,
  // A busy machine may stop the process for a second: its sockets are not silent then.
  pingMs: 500,
  silentMs: 5000,
}
const clientIpHeader = 'x-client'
const { db, tokens, log, url, open } = await openServer(limits, clientIpHeader)

await db.sql(`
  create policy "friends listen and send" on realtime.messages to authenticated
    using (realtime.topic() = 'club' and (select auth.jwt() ->> 'club') = 'yes')
    with check (realtime.topic() = 'club' and extension = 'broadcast' and (select auth.jwt() ->> 'club') = 'yes');
  create policy "guests only listen" on realtime.messages for select to anon using (realtime.topic() = 'stage' and extension = 'broadcast');
`)

const clients: SupabaseClient[] = []
afterAll(() => Promise.all(clients.map((client) => client.realtime.disconnect())))
function clientFor(token?: string) {
  const client = createClient(url, tokens.anonKey, { accessToken: async () => token ?? null })
  clients.push(client)
  return client
}
const joined = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => channel.subscribe((status, error) => resolve(error ? error.message : status)))

test('a broadcast reaches the other members, its sender only on request, and is acknowledged', async () => {
  const [hers, his] = [clientFor(), clientFor()]
  const got: Record<string, unknown[]> = { dana: [], yossi: [] }
  const dana = hers.channel('room', { config: { broadcast: { ack: true, self: true } } })
  const yossi = his.channel('room')
  dana.on('broadcast', { event: 'hello' }, ({ payload }) => got['dana']!.push(payload))
  yossi.on('broadcast', { event: 'hello' }, ({ payload }) => got['yossi']!.push(payload))
  expect([await joined(dana), await joined(yossi)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
  expect(await dana.send({ type: 'broadcast', event: 'hello', payload: { text: 'שלום' } })).toBe('ok')
  await yossi.send({ type: 'broadcast', event: 'hello', payload: { text: 'היי' } })
  await eventually(() => expect(got).toEqual({ dana: [{ text: 'שלום' }, { text: 'היי' }], yossi: [{ text: 'שלום' }] }))

  const bytes = Promise.withResolvers<unknown>()
  yossi.on('broadcast', { event: 'bytes' }, ({ payload }) => bytes.resolve(payload))
  await dana.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([1, 2, 3]).buffer })
  expect(new Uint8Array((await bytes.promise) as ArrayBuffer)).toEqual(new Uint8Array([1, 2, 3]))

  expect(await dana.httpSend('hello', { text: 'by post' })).toEqual({ success: true })
  await eventually(() => expect(got['yossi']).toContainEqual({ text: 'by post' }))
  await Promise.all([hers.removeAllChannels(), his.removeAllChannels()])
})

test('presence is visible until the client leaves or its connection drops', async () => {
  const [hers, his] = [clientFor(), clientFor()]
  const dana = hers.channel('lobby', { config: { presence: { key: 'dana' } } })
  const yossi = his.channel('lobby', { config: { presence: { key: 'yossi' } } })
  dana.on('presence', { event: 'sync' }, () => {})
  yossi.on('presence', { event: 'sync' }, () => {})
  await Promise.all([joined(dana), joined(yossi)])
  expect(await dana.track({ at: 'board' })).toBe('ok')
  await yossi.track({ at: 'home' })
  await eventually(() => expect(Object.keys(dana.presenceState())).toEqual(['dana', 'yossi']))
  expect(yossi.presenceState()).toMatchObject({ dana: [{ at: 'board', presence_ref: expect.any(String) }] })
  await yossi.untrack()
  await eventually(() => expect(Object.keys(dana.presenceState())).toEqual(['dana']))
  await yossi.track({ at: 'home' })
  await eventually(() => expect(Object.keys(dana.presenceState())).toEqual(['dana', 'yossi']))
  await his.realtime.disconnect()
  await eventually(() => expect(Object.keys(dana.presenceState())).toEqual(['dana']))
  await hers.removeAllChannels()
})

test('a private channel opens to callers its policies admit, and is separate from the public one of the same name', async () => {
  const config = { private: true, broadcast: { ack: true } }
  const [friend, outsider, guest] = [
    clientFor(await tokens.signIn({ club: 'yes' })),
    clientFor(await tokens.signIn()),
    clientFor(),
  ]
  expect(await joined(friend.channel('club', { config }))).toBe('SUBSCRIBED')
  expect(await joined(outsider.channel('club', { config }))).toBe(
    'Unauthorized: You do not have permissions to read from this Channel topic: club',
  )
  expect(await joined(guest.channel('club', { config }))).toContain('Unauthorized')
  const eavesdropped: unknown[] = []
  const outside = clientFor()
  const beside = outside.channel('club').on('broadcast', { event: '*' }, (message) => eavesdropped.push(message))
  expect(await joined(beside)).toBe('SUBSCRIBED')
  const stage = guest.channel('stage', { config })
  expect(await joined(stage)).toBe('SUBSCRIBED')
  expect(await stage.send({ type: 'broadcast', event: 'x', payload: {} }, { timeout: 300 })).toBe('timed out')
  await expect(stage.httpSend('x', { a: 1 })).rejects.toThrow('You may not send to stage')
  const club = friend.getChannels()[0]!
  expect(await club.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok')
  expect(eavesdropped).toEqual([])
  await Promise.all([friend, outsider, guest, outside].map((client) => client.removeAllChannels()))
})

test.each([
  ['no key', '', 401, 'API key is missing'],
  ['a malformed key', 'apikey=nonsense', 401, 'Expected 3 parts in JWT; got 1'],
  ['an unknown protocol', 'apikey=x&vsn=9.0.0', 400, 'Unsupported vsn 9.0.0'],
])('a socket with %s is refused before it opens', async (_, query, status, error) => {
  const { port } = new URL(url)
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
  }
  const upgradeRequest = request({ port, path: `/realtime/v1/websocket?${query}`, headers }).end()
  const [answer] = await once(upgradeRequest, 'response')
  const [body] = await once(answer, 'data')
  expect([answer.statusCode, JSON.parse(String(body))]).toEqual([status, { error }])
})

test('an expired key is refused before the socket opens', async () => {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${await tokens.signIn({}, -3600)}`,
  )
  const [error] = await once(socket, 'error')
  expect(error.message).toBe('Unexpected server response: 401')
})

test('a socket that does not respond to pings is closed, and a responsive one remains open', async () => {
  const silent = await open(undefined, { autoPong: false })
  const awake = await open()
  expect(await awake.ask('phoenix', 'heartbeat')).toEqual({ status: 'ok', response: {} })
  expect(await silent.closed).toBe(1006)
  expect(awake.socket.readyState).toBe(WebSocket.OPEN)
  awake.socket.close()
})

test.each(['{', '[]', '7', '"x"', '{"topic":7,"event":"x"}', '["1","1","t","e","p"]', '{"topic":"t"}'])(
  'the malformed frame %s closes only its socket',
  async (frame) => {
    const { socket, closed } = await open()
    socket.send(frame)
    expect(await closed).toBe(1007)
  },
)

test('a binary frame with wrong lengths, or a frame that is too large, closes the socket', async () => {
  const lying = await open(`apikey=${tokens.anonKey}&vsn=2.0.0`)
  lying.socket.send(Buffer.from([3, 255, 255, 255, 255, 255, 1, 0]))
  expect(await lying.closed).toBe(1007)
  const large = await open()
  large.socket.send('x'.repeat(100_001))
  expect(await large.closed).toBe(1009)
})

test.each<[string, unknown, RegExp]>([
  ['realtime:', {}, /TopicNameRequired/],
  ['other', {}, /TopicNameRequired/],
  ['realtime:x', { config: { postgres_changes: 'all' } }, /JoinPayloadInvalid: config.postgres_changes/],
  [
    'realtime:x',
    { config: { postgres_changes: [{ event: 'DROP' }] } },
    /JoinPayloadInvalid: config.postgres_changes.0.event/,
  ],
  ['realtime:x', { access_token: 'nonsense' }, /MalformedJWT/],
])('a join of %s with %j is refused with the reason', async (topic, payload, reason) => {
  const { socket, ask } = await open()
  expect(await ask(topic, 'phx_join', payload)).toMatchObject({
    status: 'error',
    response: { reason: expect.stringMatching(reason) },
  })
  socket.close()
})

test('too many channels, too many joins and too many messages are each refused', async () => {
  const { socket, ask, received } = await open()
  for (let i = 0; i < 5; i++) expect(await ask(`realtime:${i}`, 'phx_join')).toMatchObject({ status: 'ok' })
  expect((await ask('realtime:6', 'phx_join')).response['reason']).toBe('ChannelRateLimitReached: Too many channels')
  expect(await ask('realtime:4', 'phx_leave')).toEqual({ status: 'ok', response: {} })
  expect(await ask('realtime:6', 'phx_join')).toMatchObject({ status: 'ok' })
  for (let i = 0; i < 80; i++)
    socket.send(
      JSON.stringify({ topic: 'realtime:0', event: 'broadcast', payload: { event: 'x' }, ref: null, join_ref: '1' }),
    )
  await eventually(() =>
    expect(received).toContainEqual(expect.objectContaining({ topic: 'realtime:0', event: 'phx_close' })),
  )
  const other = await open()
  for (let i = 0; i < 30; i++)
    other.socket.send(
      JSON.stringify({ topic: 'realtime:again', event: 'phx_join', payload: {}, ref: `j${i}`, join_ref: `j${i}` }),
    )
  const refused = { status: 'error', response: { reason: 'ClientJoinRateLimitReached: Too many joins per second' } }
  await eventually(() =>
    expect(other.received).toContainEqual(expect.objectContaining({ ref: 'j29', payload: refused })),
  )
  socket.close()
  other.socket.close()
})

test('a second join of a topic closes the first, and a message for an unknown topic gets an error reply', async () => {
  const { socket, ask, received } = await open()
  await ask('realtime:twice', 'phx_join')
  await ask('realtime:twice', 'phx_join')
  expect(received.filter(({ event }) => event === 'phx_close')).toHaveLength(1)
  expect(await ask('realtime:nowhere', 'presence')).toEqual({
    status: 'error',
    response: { reason: 'unmatched topic' },
  })
  socket.close()
})

test('a client that reads too slowly is disconnected, and others are not affected', async () => {
  const slow = await open()
  await slow.ask('realtime:flood', 'phx_join')
  slow.socket.pause()
  const fast = await open()
  await fast.ask('realtime:flood', 'phx_join')
  const headers = { apikey: tokens.anonKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ messages: [{ topic: 'flood', event: 'x', payload: 'x'.repeat(500_000) }] })
  for (let i = 0; i < 30; i++)
    expect((await fetch(`${url}/realtime/v1/api/broadcast`, { method: 'POST', headers, body })).status).toBe(202)
  await eventually(() => expect(fast.received.filter(({ event }) => event === 'broadcast')).toHaveLength(30))
  slow.socket.resume()
  expect([1006, 1013]).toContain(await slow.closed)
  fast.socket.close()
})

test.each([
  ['not json', 422],
  ['{"messages":[{"topic":"x"}]}', 422],
  ['{"messages":[]}', 202],
])('a broadcast by POST with %s responds with %i', async (body, status) => {
  const answer = await fetch(`${url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: tokens.anonKey },
    body,
  })
  expect(answer.status).toBe(status)
})

test('the sockets of one client are limited, and other clients can still connect', async () => {
  const from = (address: string) => open(undefined, { headers: { [clientIpHeader]: address } })
  const hers = await Promise.all(Array.from({ length: 11 }, () => from('203.0.113.5')))
  await expect(from('203.0.113.5')).rejects.toThrow('429')
  const his = await from('203.0.113.6')
  for (const { socket } of [...hers, his]) socket.close()
  await Promise.all([...hers, his].map(({ closed }) => closed))
  ;(await from('203.0.113.5')).socket.close()
})

test('deeply nested JSON is refused or closes its socket, and affects no other', async () => {
  const deep = await open()
  const nested = `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`
  const push = (event: string, payload: string) =>
    deep.socket.send(`{"topic":"realtime:deep","event":"${event}","payload":${payload},"ref":"9"}`)
  await deep.ask('realtime:deep', 'phx_join', { config: { presence: { enabled: true } } })
  push('presence', `{"event":"track","payload":${nested}}`)
  const refused = { status: 'error', response: { reason: 'invalid_payload' } }
  await eventually(() => expect(deep.received).toContainEqual(expect.objectContaining({ ref: '9', payload: refused })))
  push('broadcast', `{"event":"x","payload":${nested}}`)
  deep.socket.close()
  await deep.closed
  const other = await open()
  expect(await other.ask('realtime:deep', 'phx_join')).toMatchObject({ status: 'ok' })
  other.socket.close()
})

test('a presence key may be any string, also the name of an object property', async () => {
  const here = await open()
  for (const key of ['__proto__', 'constructor']) {
    await here.ask('realtime:keys', 'phx_join', { config: { presence: { enabled: true, key } } })
    await here.ask('realtime:keys', 'presence', { event: 'track', payload: { name: 'x' } })
    const next = await open()
    expect(await next.ask('realtime:keys', 'phx_join', { config: { presence: { enabled: true } } })).toMatchObject({
      status: 'ok',
    })
    next.socket.close()
  }
  here.socket.close()
})

test.each(['//', '/elsewhere', '/realtime/v1/websocket?vsn=9'])(
  'an upgrade of %s with an immediate reset affects no other socket',
  async (path) => {
    const { port } = new URL(url)
    for (let i = 0; i < 30; i++) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`)
      setImmediate(() => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    const socket = await open()
    expect(await socket.ask('realtime:calm', 'phx_join')).toMatchObject({ status: 'ok' })
    socket.socket.close()
  },
)

test('on shutdown every socket is closed with a code that makes clients reconnect', async () => {
  const app = fastify()
  await app.register(realtimeRoutes({ connect: db.connect, tokens, log }), { prefix: '/realtime/v1' })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = new WebSocket(`${address.replace('http', 'ws')}/realtime/v1/websocket?apikey=${tokens.anonKey}`)
  await once(socket, 'open')
  const [[code]] = await Promise.all([once(socket, 'close'), app.close()])
  expect(code).toBe(1012)
})

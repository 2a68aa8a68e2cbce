import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { openServer } from './server.fixture.ts'

const clientIpHeader = 'x-client'
const limits = {
  joinsPerSecond: 40,
  joinsPerClient: 60,
  refusals: 3,
  slowJoinMs: 2500,
  slowConnectMs: 2500,
  messagesPerSecond: 30,
  payloadBytes: 2000,
  bytesPerSecond: 1000,
  presenceBytes: 1000,
  presenceCalls: 3,
  presenceWindowMs: 5000,
}
const { db, tokens, url, open, errors } = await openServer(limits, clientIpHeader)

await db.sql(`
  create policy "members" on realtime.messages to authenticated using ((select auth.jwt() ->> 'member') = 'yes') with check (true)`)

const from = (address: string) => ({ headers: { [clientIpHeader]: address } })

test('after repeated refusals further replies to a client are delayed, and other clients are not affected', async () => {
  const { push, received, ask, socket } = await open()
  const refs = Array.from({ length: 5 }, (_, i) => push(`realtime:p${i}`, 'phx_join', { config: { private: true } }))
  const answered = () => refs.filter((ref) => received.some((frame) => frame.ref === ref)).length
  await eventually(() => expect(answered()).toBe(3))
  expect(await ask('phoenix', 'heartbeat')).toMatchObject({ status: 'ok' })
  expect(answered()).toBe(3)
  const other = await open()
  expect(await other.ask('realtime:p', 'phx_join')).toMatchObject({ status: 'ok' })
  await eventually(() => expect(answered()).toBe(5))
  for (const one of [socket, other.socket]) one.close()
})

test('refused connection attempts of one client are delayed, and those of other clients are not', async () => {
  const connectWithBadKey = (address: string) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
      [clientIpHeader]: address,
    }
    const upgradeRequest = request({ port: new URL(url).port, path: '/realtime/v1/websocket?apikey=x', headers }).end()
    return once(upgradeRequest, 'response').then(([answer]) => answer.statusCode as number)
  }
  const order: string[] = []
  await Promise.all(Array.from({ length: 3 }, () => connectWithBadKey('203.0.113.1')))
  const late = connectWithBadKey('203.0.113.1').then((status) => order.push(`late ${status}`))
  await connectWithBadKey('203.0.113.2').then((status) => order.push(`other ${status}`))
  await late
  expect(order).toEqual(['other 401', 'late 401'])
})

test('the joins of one client are limited over all its sockets, and other clients can still join', async () => {
  const sockets = await Promise.all([1, 2, 3].map(() => open(undefined, from('203.0.113.7'))))
  for (const { push } of sockets) for (let i = 0; i < 30; i++) push(`realtime:${i}`, 'phx_join')
  const reasons = () =>
    sockets.flatMap(({ receivedOf }) => receivedOf('phx_reply')).map(({ payload }) => payload['response'])
  const tooMany = { reason: 'ClientJoinRateLimitReached: Too many joins per second' }
  await eventually(() => expect(reasons()).toContainEqual(tooMany))
  const other = await open(undefined, from('203.0.113.8'))
  expect(await other.ask('realtime:x', 'phx_join')).toMatchObject({ status: 'ok' })
  for (const { socket } of [...sockets, other]) socket.close()
})

test('a client that keeps sending after its channel was closed is disconnected', async () => {
  const flooding = await open()
  await flooding.ask('realtime:x', 'phx_join')
  for (let i = 0; i < 500; i++) flooding.push('realtime:x', 'broadcast', { event: 'e', payload: i })
  expect(await flooding.closed).toBe(1008)
  const closed = flooding.receivedOf('phx_close')
  expect(closed).toHaveLength(1)
  expect(flooding.receivedOf('system')[0]!.payload).toMatchObject({
    status: 'error',
    message: 'Too many messages per second',
  })
})

test('payload size and bytes per second are limited, single large messages are allowed', async () => {
  const { push, ask, received, receivedOf, socket } = await open()
  await ask('realtime:x', 'phx_join', { config: { broadcast: { ack: true } } })
  const send = (length: number) => push('realtime:x', 'broadcast', { event: 'e', payload: 'x'.repeat(length) })
  const answerTo = (ref: string) => received.find((frame) => frame.ref === ref)?.payload
  const fine = send(1000)
  await eventually(() => expect(answerTo(fine)).toEqual({ status: 'ok', response: {} }))
  const large = send(2001)
  await eventually(() =>
    expect(answerTo(large)).toEqual({ status: 'error', response: { reason: 'payload_size_exceeded' } }),
  )
  for (let i = 0; i < 4; i++) send(1000)
  await eventually(() => expect(receivedOf('phx_close')).toHaveLength(1))
  socket.close()
})

test('presence messages are limited per window, and the channel stays open', async () => {
  const { ask, socket } = await open()
  await ask('realtime:x', 'phx_join', { config: { presence: { enabled: true } } })
  const track = (payload: unknown) => ask('realtime:x', 'presence', { event: 'track', payload })
  for (let n = 0; n < 3; n++) expect(await track({ n })).toMatchObject({ status: 'ok' })
  expect(await track({ n: 4 })).toEqual({ status: 'error', response: { reason: 'client_rate_limit_exceeded' } })
  await eventually(async () => expect(await track({ n: 5 })).toMatchObject({ status: 'ok' }), 100)
  socket.close()
})

test.each<[unknown, string]>([
  [{ event: 'track', payload: 'x' }, 'invalid_payload'],
  [{ event: 'track', payload: [1] }, 'invalid_payload'],
  [{ event: 'track', payload: { long: 'x'.repeat(2000) } }, 'payload_size_exceeded'],
  [{ event: 'dance' }, 'unknown_presence_event'],
  [{ event: 7 }, 'unknown_presence_event'],
  [null, 'unknown_presence_event'],
  ['x', 'unknown_presence_event'],
])('presence %j is refused', async (payload, reason) => {
  const { ask, socket } = await open()
  await ask('realtime:x', 'phx_join')
  expect(await ask('realtime:x', 'presence', payload)).toEqual({ status: 'error', response: { reason } })
  socket.close()
})

test('a client that tracks its presence then receives the presence of others, and an unchanged state is not resent', async () => {
  const [dana, yossi] = [await open(), await open()]
  await dana.ask('realtime:hall', 'phx_join', { config: { presence: { key: 'dana', enabled: true } } })
  await dana.ask('realtime:hall', 'presence', { event: 'TRACK', payload: { at: 'door' } })
  await yossi.ask('realtime:hall', 'phx_join', { config: { presence: { key: 'yossi' } } })
  expect(yossi.receivedOf('presence_state')).toEqual([])
  for (let i = 0; i < 2; i++) await yossi.ask('realtime:hall', 'presence', { event: 'track', payload: { at: 'home' } })
  expect(Object.keys(yossi.receivedOf('presence_state')[0]!.payload).toSorted()).toEqual(['dana', 'yossi'])
  const joins = () => dana.receivedOf('presence_diff').flatMap(({ payload }) => Object.keys(payload['joins'] as object))
  await eventually(() => expect(joins()).toContain('yossi'))
  await dana.ask('phoenix', 'heartbeat')
  expect(joins().filter((key) => key === 'yossi')).toHaveLength(1)
  for (const { socket } of [dana, yossi]) socket.close()
})

const longTopic = `realtime:${'x'.repeat(1000)}`
test.each<[string, unknown, RegExp]>([
  ['realtime:', {}, /TopicNameRequired/],
  ['phoenix', {}, /TopicNameRequired/],
  ['realtime:zero \0 character', {}, /TopicNameRequired/],
  [longTopic, {}, /TopicNameRequired/],
  ['realtime:x', 7, /JoinPayloadInvalid/],
  ['realtime:x', [], /JoinPayloadInvalid/],
  ['realtime:x', { config: [] }, /JoinPayloadInvalid: config/],
  ['realtime:x', { config: { private: 'perhaps' } }, /JoinPayloadInvalid: config.private/],
  ['realtime:x', { config: { broadcast: true } }, /JoinPayloadInvalid: config.broadcast/],
  ['realtime:x', { config: { presence: { key: 7 } } }, /JoinPayloadInvalid: config.presence.key/],
  ['realtime:x', { config: { presence: { key: 'x'.repeat(256) } } }, /JoinPayloadInvalid: config.presence.key/],
  ['realtime:x', { config: { postgres_changes: [{}] } }, /JoinPayloadInvalid: config.postgres_changes.0.event/],
  [
    'realtime:x',
    { config: { postgres_changes: Array.from({ length: 101 }, () => ({ event: '*' })) } },
    /JoinPayloadInvalid/,
  ],
  [
    'realtime:x',
    { config: { postgres_changes: [{ event: '*', schema: 'a\0b' }] } },
    /JoinPayloadInvalid: config.postgres_changes.0.schema/,
  ],
  ['realtime:x', { access_token: 7 }, /JoinPayloadInvalid: access_token/],
  ['realtime:x', { access_token: 'a.b.c' }, /MalformedJWT/],
  ['realtime:x', { access_token: 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.' }, /MalformedJWT/],
])('a join of %s with %j is refused with the reason, and the socket stays open', async (topic, payload, reason) => {
  const { ask, socket } = await open()
  expect(await ask(topic, 'phx_join', payload)).toMatchObject({
    status: 'error',
    response: { reason: expect.stringMatching(reason) },
  })
  expect(await ask('realtime:fine', 'phx_join')).toMatchObject({ status: 'ok' })
  socket.close()
})

test.each([
  null,
  {},
  { config: null },
  { config: { broadcast: null, presence: null, postgres_changes: null, private: null } },
])('a join with %j uses the defaults', async (payload) => {
  const { ask, socket } = await open()
  expect(await ask('realtime:x', 'phx_join', payload)).toEqual({ status: 'ok', response: { postgres_changes: [] } })
  socket.close()
})

test('a token without role or expiry opens no channel', async () => {
  const { ask, socket } = await open()
  for (const access_token of [await tokens.sign({ sub: 'x' } as never, 60)])
    expect(await ask('realtime:x', 'phx_join', { access_token })).toEqual({
      status: 'error',
      response: { reason: 'InvalidJWTToken: Fields `role` and `exp` are required in JWT' },
    })
  const late = await ask('realtime:x', 'phx_join', { access_token: await tokens.signIn({}, -100) })
  expect(late.response['reason']).toMatch(/^InvalidJWTToken: Token has expired 10\d seconds ago$/)
  socket.close()
})

test('on an open private channel an expired, forged or unauthorized token closes it, and an absent one is ignored', async () => {
  for (const [access_token, reason] of [
    [await tokens.signIn(), /^Unauthorized: You do not have permissions/],
    [await tokens.signIn({ member: 'yes' }, -100), /^InvalidJWTToken: Token has expired/],
    ['a.b.c', /^MalformedJWT/],
  ] as const) {
    const { ask, push, receivedOf, socket } = await open()
    const config = { private: true }
    const join = { config, access_token: await tokens.signIn({ member: 'yes' }) }
    expect(await ask('realtime:club', 'phx_join', join)).toMatchObject({ status: 'ok' })
    for (const payload of [{ access_token: null }, {}, null, 'x', { access_token: join.access_token }])
      push('realtime:club', 'access_token', payload)
    await ask('phoenix', 'heartbeat')
    expect(receivedOf('phx_close')).toEqual([])
    push('realtime:club', 'access_token', { access_token })
    await eventually(() => expect(receivedOf('phx_close')).toHaveLength(1))
    expect(receivedOf('system')[0]!.payload).toMatchObject({ status: 'error', message: expect.stringMatching(reason) })
    socket.close()
  }
})

test('a token sent directly after the join of a private channel needs rights on it, like that of the join', async () => {
  const { push, received, receivedOf, socket } = await open()
  // In one packet: the server reads the second frame while it verifies the token of the first one.
  const { _socket: connection } = socket as unknown as { _socket: Socket }
  const access_token = await tokens.signIn()
  connection.cork()
  push('realtime:club', 'phx_join', { config: { private: true }, access_token })
  push('realtime:club', 'access_token', { access_token: tokens.publishableKey })
  connection.uncork()
  await eventually(() => expect(received.map(({ event }) => event)).toContainEqual(expect.stringMatching(/^phx_/)))
  expect(receivedOf('phx_reply').filter(({ payload }) => payload['status'] === 'ok')).toEqual([])
  socket.close()
})

test('no request of the tests above logs a server error', () => {
  expect(errors).toEqual([])
})

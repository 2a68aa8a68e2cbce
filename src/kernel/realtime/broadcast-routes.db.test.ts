import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { openServer } from './socket/server.fixture.ts'

const { db, tokens, url, open, errors } = await openServer({ payloadBytes: 100_000, messagesPerSecond: 5 })

await db.sql(`
  create policy "members send" on realtime.messages for insert to authenticated with check (extension = 'broadcast' and (select auth.jwt() ->> 'member') = 'yes')`)
const member = await tokens.signIn({ member: 'yes' })
const outsider = await tokens.signIn()

type Request = { path?: string; body?: BodyInit; type?: string; token?: string }
async function post({ path = '', body, type = 'application/json', token }: Request) {
  const headers = { apikey: tokens.anonKey, 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${url}/realtime/v1/api/broadcast${path}`, {
    method: 'POST',
    headers,
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, text: await answer.text(), id: answer.headers.get('x-request-id') }
}
const batch = (...messages: unknown[]) => JSON.stringify({ messages })
const fine = { topic: 'x', event: 'e', payload: {} }
const nested = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`

test('a batch of messages and a single message reach their topics, as JSON and as bytes', async () => {
  const { ask, receivedOf, socket } = await open()
  await ask('realtime:x', 'phx_join')
  expect(
    await post({ body: batch(fine, { ...fine, topic: 'y' }, { ...fine, payload: 'text', private: null }) }),
  ).toMatchObject({ status: 202, text: '' })
  expect(await post({ path: '/x/events/one%2Ftwo', body: '{"n":1}' })).toMatchObject({ status: 202, text: '' })
  expect(await post({ path: '/x/events/e', body: 'abc', type: 'application/octet-stream' })).toMatchObject({
    status: 202,
  })
  await eventually(() =>
    expect(receivedOf('broadcast').map(({ payload }) => [payload['event'], payload['payload']])).toEqual([
      ['e', {}],
      ['e', 'text'],
      ['one/two', { n: 1 }],
    ]),
  )
  socket.close()
})

test.each<[string, Request, number, unknown]>([
  ['no body', {}, 422, { errors: { messages: ["can't be blank"] } }],
  ['a body that is not JSON', { body: '{' }, 422, { errors: { messages: ["can't be blank"] } }],
  ['null', { body: 'null' }, 422, { errors: { messages: ["can't be blank"] } }],
  ['a list', { body: '[]' }, 422, { errors: { messages: ["can't be blank"] } }],
  ['messages that are not a list', { body: '{"messages":{}}' }, 422, { errors: { messages: ['is invalid'] } }],
  [
    'a message that is not an object',
    { body: batch(fine, 7) },
    422,
    { errors: { messages: [{}, { message: ['is invalid'] }] } },
  ],
  [
    'an empty message',
    { body: batch({}) },
    422,
    { errors: { messages: [{ topic: ["can't be blank"], event: ["can't be blank"], payload: ["can't be blank"] }] } },
  ],
  [
    'wrong types',
    { body: batch({ topic: 7, event: 'a\0b', payload: {}, private: 'yes' }) },
    422,
    { errors: { messages: [{ topic: ['is invalid'], event: ['is invalid'], private: ['is invalid'] }] } },
  ],
  [
    'an overlong name',
    { body: batch({ ...fine, topic: 'x'.repeat(256) }) },
    422,
    { errors: { messages: [{ topic: ['is invalid'] }] } },
  ],
  [
    'too many messages',
    { body: batch(...Array.from({ length: 1001 }, () => fine)) },
    422,
    { errors: { messages: ['is invalid'] } },
  ],
  [
    'a deeply nested payload',
    { body: `{"messages":[{"topic":"x","event":"e","payload":${nested}}]}` },
    422,
    { errors: { messages: [{ payload: ['is invalid'] }] } },
  ],
  [
    'a payload that is too large',
    { body: batch({ ...fine, payload: 'x'.repeat(100_001) }) },
    422,
    { errors: { payload: ['Payload size exceeds tenant limit'] } },
  ],
  ['a body that is too large', { body: 'x'.repeat(200_001) }, 413, { message: 'Payload too large' }],
  [
    'an unsupported content type',
    { path: '/x/events/e', body: 'a=b', type: 'application/x-www-form-urlencoded' },
    415,
    { message: 'Unsupported media type application/x-www-form-urlencoded' },
  ],
  ['a payload that is not JSON', { path: '/x/events/e', body: '{' }, 422, { errors: { payload: ['is invalid'] } }],
  [
    'a NUL character in the event name',
    { path: '/x/events/a%00b', body: '{}' },
    422,
    { errors: { event: ['is invalid'] } },
  ],
  [
    'persist on a public topic',
    { path: '/x/events/e?persist=true', body: '{}' },
    422,
    { errors: { persist: ['is invalid'] } },
  ],
  [
    'an invalid persist TTL',
    { path: '/x/events/e?private=true&persist[ttl]=no', body: '{}', token: member },
    422,
    { errors: { persist: ['is invalid'] } },
  ],
  [
    'a private topic and a caller without rights',
    { path: '/x/events/e?private=true', body: '{}', token: outsider },
    403,
    { message: 'You may not send to x' },
  ],
  [
    'persist by a caller who may only send',
    { path: '/x/events/e?private=true&persist=true', body: '{}', token: member },
    403,
    { message: 'You may not have messages kept in x' },
  ],
  [
    'a batch with a private topic and a caller without rights',
    { body: batch(fine, { ...fine, private: true }), token: outsider },
    403,
    { message: 'You may not send to x' },
  ],
  ['a private topic and a member', { path: '/x/events/e?private=true', body: '{}', token: member }, 202, undefined],
  [
    'a forged token and an unparsed body',
    { body: '{', token: 'a.b.c' },
    401,
    { message: 'JWT cryptographic operation failed' },
  ],
  ['an expired token', { body: batch(fine), token: await tokens.signIn({}, -100) }, 401, { message: 'JWT expired' }],
])('a broadcast with %s gets its status and message', async (_, request, status, answer) => {
  const got = await post(request)
  expect([got.status, got.text === '' ? undefined : JSON.parse(got.text)]).toEqual([status, answer])
  expect(got.id).toEqual(expect.any(String))
})

test('no request of the tests above logs a server error', () => {
  expect(errors).toEqual([])
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { openPool } from '../../postgres/connection.ts'
import { createUser } from '../users.ts'

// A fake of the installation's SMS hook.
const messages: { user: { id: string }; sms: { otp: string; phone: string; sms_type: string; channel?: string } }[] = []
let isDown = false
const sender = createServer((request, reply) => {
  void text(request).then((body) => {
    if (!isDown) messages.push(JSON.parse(body) as (typeof messages)[number])
    reply.writeHead(isDown ? 500 : 200, { 'content-type': 'application/json' }).end('{}')
  })
}).listen(0, '127.0.0.1')
await once(sender, 'listening')
afterAll(() => void sender.close())

const db = await testDatabase()
const hookUrl = `http://127.0.0.1:${(sender.address() as AddressInfo).port}/`
const { call, tokens } = await testKernel(db, {
  auth: {
    mfa: { phoneEnroll: true, phoneVerify: true },
    phone: { hookUrl, hookSecrets: ['v1,whsec_c2VjcmV0'], messagesPerHour: 1000 },
  },
})
const pool = openPool(db.connect('supabase_auth_admin'), 1)
afterAll(() => pool.end())

type Session = { access_token: string; user: { id: string } }
const password = 'a good password'

async function newUser() {
  const email = `${crypto.randomUUID()}@example.com`
  await inTransaction(pool, undefined, (tx) => createUser(tx, { email, password }))
  const signIn = async () =>
    (await call('POST', '/auth/v1/token?grant_type=password', { email, password })).json<Session>()
  return { signIn, session: await signIn() }
}

let numbers = 500_000_000
const newPhone = () => `+972 ${++numbers}`
const stored = (phone: string) => phone.replace(/[+ ]/g, '')
const enroll = (token: string, phone: string, friendly_name = phone) =>
  call('POST', '/auth/v1/factors', { factor_type: 'phone', phone, friendly_name }, token)
const challenge = (token: string, id: string, body: object = {}) =>
  call('POST', `/auth/v1/factors/${id}/challenge`, body, token)
const verify = (token: string, id: string, challenge_id: string, code: string) =>
  call('POST', `/auth/v1/factors/${id}/verify`, { challenge_id, code }, token)
const idOf = (response: { json: <T>() => T }) => response.json<{ id: string }>().id
const elapseAMinute = () =>
  db.sql(`update auth.mfa_factors set last_challenged_at = last_challenged_at - interval '1 minute'`)

test('a phone factor is enrolled, and its code raises the session to aal2', async () => {
  const { session } = await newUser()
  const phone = newPhone()
  const enrolled = await enroll(session.access_token, phone, 'שלי')
  expect(enrolled.json()).toEqual({ id: expect.any(String), type: 'phone', friendly_name: 'שלי', phone })
  const factorId = idOf(enrolled)
  const response = await challenge(session.access_token, factorId, { channel: 'sms' })
  expect(response.json()).toEqual({ id: expect.any(String), type: 'phone', expires_at: expect.any(Number) })
  const { user, sms } = messages.at(-1)!
  expect([user.id, sms]).toEqual([
    session.user.id,
    { otp: expect.stringMatching(/^\d{6}$/), phone: stored(phone), channel: 'sms', sms_type: 'mfa' },
  ])
  expect(await db.sql('select from auth.mfa_challenges where otp_code = $1', [sms.otp])).toEqual([])

  const wrong = await verify(session.access_token, factorId, idOf(response), sms.otp === '000000' ? '000001' : '000000')
  expect([wrong.statusCode, wrong.json()]).toEqual([
    422,
    { code: 'mfa_verification_failed', message: 'Invalid MFA Phone code entered' },
  ])
  const shown = await verify(
    session.access_token,
    factorId,
    idOf(response),
    ` ${sms.otp.slice(0, 3)} ${sms.otp.slice(3)}`,
  )
  expect(shown.json()).toMatchObject({
    user: { factors: [{ id: factorId, factor_type: 'phone', phone: stored(phone), status: 'verified' }] },
  })
  const { access_token: high } = shown.json<Session>()
  expect(await tokens.verify(high)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/phone' }, { method: 'password' }],
  })
  expect((await verify(high, factorId, idOf(response), sms.otp)).json()).toMatchObject({
    code: 'mfa_ip_address_mismatch',
  })
})

test('a code is valid only for its challenge, and the next code is sent only after the minimum interval', async () => {
  const { session } = await newUser()
  const factorId = idOf(await enroll(session.access_token, newPhone()))
  const first = idOf(await challenge(session.access_token, factorId))
  const firstCode = messages.at(-1)!.sms.otp
  const tooSoon = await challenge(session.access_token, factorId)
  expect([tooSoon.statusCode, tooSoon.json()]).toEqual([
    429,
    {
      code: 'over_sms_send_rate_limit',
      message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
    },
  ])
  await elapseAMinute()
  const second = idOf(await challenge(session.access_token, factorId))
  const secondCode = messages.at(-1)!.sms.otp
  if (firstCode !== secondCode)
    expect((await verify(session.access_token, factorId, first, secondCode)).statusCode).toBe(422)
  expect((await verify(session.access_token, factorId, second, secondCode)).statusCode).toBe(200)
})

test('after a failed SMS the challenge is deleted, and the next code can be sent at once', async () => {
  const { session } = await newUser()
  const factorId = idOf(await enroll(session.access_token, newPhone()))
  isDown = true
  const failed = await challenge(session.access_token, factorId)
  isDown = false
  expect([failed.statusCode, failed.json()]).toMatchObject([422, { code: 'sms_send_failed' }])
  expect(await db.sql('select from auth.mfa_challenges where factor_id = $1', [factorId])).toEqual([])
  expect((await challenge(session.access_token, factorId)).statusCode).toBe(200)
})

test('enrolling a number again replaces an unverified factor and is refused for a verified one', async () => {
  const { session } = await newUser()
  const phone = newPhone()
  const factorId = idOf(await enroll(session.access_token, phone))
  const again = idOf(await enroll(session.access_token, phone))
  expect(again).not.toBe(factorId)
  const challengeId = idOf(await challenge(session.access_token, again))
  const high = (await verify(session.access_token, again, challengeId, messages.at(-1)!.sms.otp)).json<Session>()
    .access_token
  const third = await enroll(high, phone, 'another name')
  expect([third.statusCode, third.json()]).toEqual([
    422,
    {
      code: 'mfa_verified_factor_exists',
      message: 'A verified phone factor already exists, unenroll the existing factor to continue',
    },
  ])
  const deletion = await call('DELETE', `/auth/v1/factors/${again}`, undefined, high)
  expect(deletion.json()).toEqual({ id: again })
  expect(
    await db.sql(
      'select authentication_method from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id where s.user_id = $1',
      [session.user.id],
    ),
  ).toEqual([{ authentication_method: 'password' }])
})

test.each([
  ['no number', undefined],
  ['letters', 'call me'],
  ['a local number', '0501234567'],
  ['a number that is too long', `+${'9'.repeat(5000)}`],
  ['non-ASCII digits', '+٩٧٢٥٠١٢٣٤٥٦٧'],
  ['a number with a zero byte', '+97250\0'],
  ['a list', ['+972500000000']],
])('%s is refused as a phone number', async (_name, phone) => {
  const { session } = await newUser()
  const response = await call(
    'POST',
    '/auth/v1/factors',
    { factor_type: 'phone', phone, friendly_name: 'x' },
    session.access_token,
  )
  expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'validation_failed' }])
})

test('an unknown channel is refused, and nothing is sent', async () => {
  const { session } = await newUser()
  const factorId = idOf(await enroll(session.access_token, newPhone()))
  const before = messages.length
  for (const channel of ['pigeon', 'toString', 7]) {
    const response = await challenge(session.access_token, factorId, { channel })
    expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'validation_failed' }])
  }
  expect(messages.length).toBe(before)
})

import { TOTP } from 'otpauth'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { testKernel } from '../../../../test/kernel-app.ts'
import { inTransaction } from '../../postgres/as-role.ts'
import { openPool } from '../../postgres/connection.ts'
import { createUser } from '../users.ts'
import { pruneFactors } from './prune.ts'

const db = await testDatabase()
const { app, call, tokens } = await testKernel(db, { clientIpHeader: 'x-client-ip' })
const pool = openPool(db.connect('supabase_auth_admin'), 1)
afterAll(() => pool.end())

type Session = { access_token: string; refresh_token: string; user: { id: string; factors?: object[] } }
type Enrolled = { id: string; totp: { secret: string } }
const password = 'a good password'

let visitors = 0
/** Somebody with an account, at an address of their own, so that no limit counts two tests together. */
async function somebody() {
  const email = `${crypto.randomUUID()}@example.com`
  const id = await inTransaction(pool, undefined, (tx) => createUser(tx, { email, password }))
  const home = `203.0.113.${++visitors}`
  const ask = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object | string,
    token?: string,
    ip = home,
  ) =>
    app.inject({
      method,
      url: `/auth/v1${path}`,
      headers: {
        apikey: tokens.anonKey,
        authorization: `Bearer ${token ?? tokens.anonKey}`,
        'x-supabase-api-version': '2024-01-01',
        'x-client-ip': ip,
      },
      ...(body && { payload: body }),
    })
  const signIn = async () => (await ask('POST', '/token?grant_type=password', { email, password })).json<Session>()
  const enroll = (token: string, more: object = {}) => ask('POST', '/factors', { factor_type: 'totp', ...more }, token)
  const challenge = async (token: string, factorId: string) =>
    (await ask('POST', `/factors/${factorId}/challenge`, {}, token)).json<{ id: string }>().id
  const verify = (token: string, factorId: string, challenge_id: string, code: string) =>
    ask('POST', `/factors/${factorId}/verify`, { challenge_id, code }, token)
  /** Challenge and right code in one. */
  async function show(token: string, { id: factorId, totp }: Enrolled) {
    const code = new TOTP({ secret: totp.secret }).generate()
    return verify(token, factorId, await challenge(token, factorId), code)
  }
  /** Signed in, with a factor that counts. */
  async function protectedBy(name = 'phone') {
    const first = await signIn()
    const factor = (await enroll(first.access_token, { friendly_name: name })).json<Enrolled>()
    const session = (await show(first.access_token, factor)).json<Session>()
    return { factor, session, first }
  }
  return { id, email, ask, signIn, enroll, challenge, verify, show, protectedBy }
}

const refusal = (code: string, message?: string) => ({ code, ...(message && { message }) })
const wrongCode = '000000'

test('an app is added, its first code makes it count and the session one of aal2', async () => {
  const noa = await somebody()
  const before = await noa.signIn()
  expect(before.user).not.toHaveProperty('factors')
  const enrolled = await noa.enroll(before.access_token, { friendly_name: 'טלפון', issuer: 'Example' })
  expect(enrolled.statusCode).toBe(200)
  expect(enrolled.json()).toEqual({
    id: expect.any(String),
    type: 'totp',
    friendly_name: 'טלפון',
    totp: {
      qr_code: expect.stringMatching(/^<svg /),
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\/Example:/),
    },
  })
  const factor = enrolled.json<Enrolled>()
  const asked = await noa.ask('POST', `/factors/${factor.id}/challenge`, { factorId: factor.id }, before.access_token)
  expect(asked.json()).toEqual({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) })
  const leftSeconds = asked.json<{ expires_at: number }>().expires_at - Date.now() / 1000
  expect(leftSeconds).toBeGreaterThan(290)
  expect(leftSeconds).toBeLessThan(301)

  const code = new TOTP({ secret: factor.totp.secret }).generate()
  const shown = await noa.verify(before.access_token, factor.id, asked.json<{ id: string }>().id, code)
  expect(shown.statusCode).toBe(200)
  const session = shown.json<Session>()
  expect(session).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    user: {
      id: noa.id,
      factors: [{ id: factor.id, status: 'verified', friendly_name: 'טלפון', factor_type: 'totp', phone: '' }],
    },
  })
  expect(JSON.stringify(session)).not.toContain(factor.totp.secret)
  const [claims, earlier] = [await tokens.verify(session.access_token), await tokens.verify(before.access_token)]
  expect(claims).toMatchObject({
    aal: 'aal2',
    session_id: earlier['session_id'],
    amr: [{ method: 'totp' }, { method: 'password' }],
  })
})

test('aal2 lasts through refreshes, and the refresh token from before is worth nothing', async () => {
  const { ask, protectedBy } = await somebody()
  const { session, first } = await protectedBy()
  const refresh = (refresh_token: string) => ask('POST', '/token?grant_type=refresh_token', { refresh_token })
  const next = (await refresh(session.refresh_token)).json<Session>()
  expect(await tokens.verify(next.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, {}] })
  expect((await ask('GET', '/user', undefined, next.access_token)).json()).toMatchObject({ factors: [{}] })

  const thief = await somebody()
  const stolen = await thief.signIn()
  // Even a refresh a moment ago opens no window for it.
  const current = (await refresh(stolen.refresh_token)).json<Session>()
  const factor = (await thief.enroll(current.access_token)).json<Enrolled>()
  expect((await thief.show(current.access_token, factor)).statusCode).toBe(200)
  expect((await refresh(stolen.refresh_token)).json()).toMatchObject({ code: 'refresh_token_already_used' })
  expect((await refresh(first.refresh_token)).statusCode).toBe(400)
})

test('a code ends the sessions that were opened with the password alone, and no others', async () => {
  const { ask, signIn, show, protectedBy } = await somebody()
  const { factor, session: phone } = await protectedBy()
  const [laptop, tablet] = [await signIn(), await signIn()]
  expect((await show(laptop.access_token, factor)).statusCode).toBe(200)
  const user = (token: string) => ask('GET', '/user', undefined, token)
  expect((await user(tablet.access_token)).json()).toMatchObject({ code: 'session_not_found' })
  expect((await user(phone.access_token)).statusCode).toBe(200)
  expect((await user(laptop.access_token)).statusCode).toBe(200)
})

test('a wrong code changes nothing and the right one after it counts', async () => {
  const { signIn, enroll, challenge, verify, show } = await somebody()
  const { access_token: token } = await signIn()
  const factor = (await enroll(token)).json<Enrolled>()
  const wrong = await verify(token, factor.id, await challenge(token, factor.id), wrongCode)
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json()).toEqual(refusal('mfa_verification_failed', 'Invalid TOTP code entered'))
  expect((await show(token, factor)).statusCode).toBe(200)
})

test('fifteen wrong codes close a factor for a while, from wherever they come', async () => {
  const { id, ask, protectedBy, challenge, verify, show } = await somebody()
  const { factor, session } = await protectedBy()
  const token = session.access_token
  const open = await challenge(token, factor.id)
  await db.sql('update auth.mfa_factors set wrong_codes = 14, last_wrong_code_at = now() where user_id = $1', [id])
  expect((await verify(token, factor.id, open, wrongCode)).json()).toMatchObject({ code: 'mfa_verification_failed' })
  const closed = await show(token, factor)
  expect(closed.statusCode).toBe(429)
  expect(closed.json()).toEqual(refusal('over_request_rate_limit', 'Request rate limit reached'))
  await db.sql(`update auth.mfa_factors set last_wrong_code_at = now() - interval '16 minutes' where user_id = $1`, [
    id,
  ])
  expect((await show(token, factor)).statusCode).toBe(200)
  const [row] = await db.sql('select wrong_codes from auth.mfa_factors where user_id = $1', [id])
  expect(row).toEqual({ wrong_codes: 0 })
  expect((await ask('GET', '/user', undefined, token)).statusCode).toBe(200)
})

test('wrong codes sent at the same moment are all counted', async () => {
  const { id, signIn, enroll, challenge, verify } = await somebody()
  const { access_token: token } = await signIn()
  const factor = (await enroll(token)).json<Enrolled>()
  const open = await challenge(token, factor.id)
  await Promise.all(Array.from({ length: 8 }, () => verify(token, factor.id, open, wrongCode)))
  expect(await db.sql('select wrong_codes from auth.mfa_factors where user_id = $1', [id])).toEqual([
    { wrong_codes: 8 },
  ])
})

test('a challenge is answered once, in time, and from where it was asked', async () => {
  const { ask, protectedBy, challenge, verify } = await somebody()
  const { factor, session } = await protectedBy()
  const token = session.access_token
  const right = () => new TOTP({ secret: factor.totp.secret }).generate()
  const mismatch = refusal('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')

  const used = await challenge(token, factor.id)
  const next = (await verify(token, factor.id, used, right())).json<Session>().access_token
  expect((await verify(next, factor.id, used, right())).json()).toEqual(mismatch)

  const elsewhere = await challenge(token, factor.id)
  const body = { challenge_id: elsewhere, code: right() }
  const abroad = await ask('POST', `/factors/${factor.id}/verify`, body, token, '198.51.100.7')
  expect([abroad.statusCode, abroad.json()]).toEqual([422, mismatch])

  const late = await challenge(token, factor.id)
  await db.sql(`update auth.mfa_challenges set created_at = created_at - interval '301 seconds' where id = $1`, [late])
  expect((await verify(token, factor.id, late, right())).json()).toEqual(
    refusal(
      'mfa_challenge_expired',
      `MFA challenge ${late} has expired, verify against another challenge or create a new challenge.`,
    ),
  )
  expect((await verify(token, factor.id, late, right())).json()).toMatchObject({ code: 'mfa_factor_not_found' })
})

test('nobody uses the factor or the challenge of somebody else', async () => {
  const [noa, dan] = [await somebody(), await somebody()]
  const [hers, his] = [await noa.protectedBy(), await dan.protectedBy()]
  const notFound = refusal('mfa_factor_not_found', 'Factor not found')
  const token = his.session.access_token
  for (const [method, path] of [
    ['POST', `/factors/${hers.factor.id}/challenge`],
    ['POST', `/factors/${hers.factor.id}/verify`],
    ['DELETE', `/factors/${hers.factor.id}`],
  ] as const) {
    const answer = await dan.ask(method, path, {}, token)
    expect([answer.statusCode, answer.json()]).toEqual([404, notFound])
  }
  const herChallenge = await noa.challenge(hers.session.access_token, hers.factor.id)
  const code = new TOTP({ secret: his.factor.totp.secret }).generate()
  expect((await dan.verify(token, his.factor.id, herChallenge, code)).json()).toEqual(
    refusal('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'),
  )
})

test('with a factor that counts, a password alone adds none, takes none away and changes no password', async () => {
  const { ask, signIn, enroll, show, protectedBy } = await somebody()
  const { factor } = await protectedBy('one')
  const { access_token: low } = await signIn()
  const added = await enroll(low, { friendly_name: 'two' })
  expect([added.statusCode, added.json()]).toEqual([
    403,
    refusal('insufficient_aal', 'AAL2 required to enroll a new factor'),
  ])
  const removed = await ask('DELETE', `/factors/${factor.id}`, undefined, low)
  expect([removed.statusCode, removed.json()]).toEqual([
    422,
    refusal('insufficient_aal', 'AAL2 required to unenroll verified factor'),
  ])
  const { access_token: high } = (await show(low, factor)).json<Session>()
  expect((await enroll(high, { friendly_name: 'two' })).statusCode).toBe(200)
})

test('taking a factor away puts its sessions back to aal1, also after a refresh', async () => {
  const { ask, protectedBy } = await somebody()
  const { factor, session } = await protectedBy()
  const gone = await ask('DELETE', `/factors/${factor.id}`, undefined, session.access_token)
  expect([gone.statusCode, gone.json()]).toEqual([200, { id: factor.id }])
  const next = await ask('POST', '/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
  const claims = await tokens.verify(next.json<Session>().access_token)
  expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect(claims['amr']).toHaveLength(1)
  expect(next.json<Session>().user).not.toHaveProperty('factors')
})

test('a name is used once, ten factors are enough, and what was begun and left is forgotten', async () => {
  const { id, signIn, enroll } = await somebody()
  const { access_token: token } = await signIn()
  expect((await enroll(token)).statusCode).toBe(200)
  const again = await enroll(token)
  expect([again.statusCode, again.json()]).toEqual([
    422,
    refusal('mfa_factor_name_conflict', 'A factor with the friendly name "" for this user already exists'),
  ])
  for (let i = 2; i <= 10; i++) expect((await enroll(token, { friendly_name: `app ${i}` })).statusCode).toBe(200)
  const tooMany = await enroll(token, { friendly_name: 'app 11' })
  expect([tooMany.statusCode, tooMany.json()]).toEqual([
    422,
    refusal('too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue'),
  ])
  await db.sql(`update auth.mfa_factors set created_at = now() - interval '6 minutes' where user_id = $1`, [id])
  await db.sql(
    `update auth.mfa_factors set last_challenged_at = now() where user_id = $1 and friendly_name = 'app 2'`,
    [id],
  )
  expect((await enroll(token)).statusCode).toBe(200)
  expect((await enroll(token, { friendly_name: 'app 2' })).json()).toMatchObject({ code: 'mfa_factor_name_conflict' })
  expect(await db.sql('select from auth.mfa_factors where user_id = $1', [id])).toHaveLength(2)
})

test('the first right code forgets the other apps that were begun', async () => {
  const { id, signIn, enroll, show } = await somebody()
  const { access_token: token } = await signIn()
  await enroll(token, { friendly_name: 'left' })
  const factor = (await enroll(token, { friendly_name: 'kept' })).json<Enrolled>()
  await show(token, factor)
  expect(await db.sql('select friendly_name, status from auth.mfa_factors where user_id = $1', [id])).toEqual([
    { friendly_name: 'kept', status: 'verified' },
  ])
})

test('two windows verify two factors at the same moment and neither waits for ever', async () => {
  const { ask, signIn, enroll, challenge, verify, show, protectedBy } = await somebody()
  const { factor: one, session } = await protectedBy('one')
  const two = (await enroll(session.access_token, { friendly_name: 'two' })).json<Enrolled>()
  await show(session.access_token, two)
  const [left, right] = [(await signIn()).access_token, (await signIn()).access_token]
  const codes = [one, two].map(({ totp }) => new TOTP({ secret: totp.secret }).generate())
  const open = [await challenge(left, one.id), await challenge(right, two.id)]
  const answers = await Promise.all([
    verify(left, one.id, open[0]!, codes[0]!),
    verify(right, two.id, open[1]!, codes[1]!),
  ])
  // The one who comes first ends the other's session, which was opened with a password alone.
  expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 403])
  expect((await ask('GET', '/user', undefined, session.access_token)).statusCode).toBe(200)
})

test('somebody without a name has no factors', async () => {
  const { id, signIn, enroll } = await somebody()
  const { access_token: token } = await signIn()
  await db.sql('update auth.users set is_anonymous = true where id = $1', [id])
  const answer = await enroll(token)
  expect([answer.statusCode, answer.json()]).toEqual([
    403,
    refusal('no_authorization', 'Anonymous user not allowed to perform these actions'),
  ])
})

test('more than thirty codes in a minute are too many for one client', async () => {
  const { ask, signIn } = await somebody()
  const { access_token: token } = await signIn()
  const path = `/factors/${crypto.randomUUID()}/challenge`
  const answers = await Promise.all(Array.from({ length: 31 }, () => ask('POST', path, {}, token)))
  expect(answers.filter((answer) => answer.statusCode === 404)).toHaveLength(30)
  expect(answers.find((answer) => answer.statusCode === 429)?.json()).toMatchObject({ code: 'over_request_rate_limit' })
})

test('what nobody answered is gone after a day', async () => {
  const { id, signIn, enroll, challenge, protectedBy } = await somebody()
  const { factor, session } = await protectedBy('kept')
  await challenge(session.access_token, factor.id)
  const { access_token: other } = await (await somebody()).signIn()
  await enroll(other, { friendly_name: 'left' })
  await signIn()
  await db.sql(`update auth.mfa_challenges set created_at = created_at - interval '25 hours'`)
  await db.sql(`update auth.mfa_factors set created_at = created_at - interval '25 hours'`)
  expect(await pruneFactors(pool)).toBeGreaterThan(1)
  expect(await pruneFactors(pool)).toBe(0)
  expect(await db.sql('select from auth.mfa_factors where user_id = $1', [id])).toHaveLength(1)
})

const odd = [
  ['a body that is not JSON', 'POST', '/factors', '{"factor_type"', 400, 'bad_json'],
  ['no type', 'POST', '/factors', {}, 400, 'validation_failed'],
  ['a type that is none', 'POST', '/factors', { factor_type: 'toString' }, 400, 'validation_failed'],
  ['a type of the wrong type', 'POST', '/factors', { factor_type: ['totp'] }, 400, 'validation_failed'],
  ['a security key', 'POST', '/factors', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
  [
    'a phone, where nobody sends texts',
    'POST',
    '/factors',
    { factor_type: 'phone', phone: '+972500000001' },
    422,
    'mfa_phone_enroll_not_enabled',
  ],
  [
    'a zero byte in the name',
    'POST',
    '/factors',
    { factor_type: 'totp', friendly_name: 'a\0b' },
    400,
    'validation_failed',
  ],
  [
    'half a character in the name',
    'POST',
    '/factors',
    { factor_type: 'totp', friendly_name: '\ud800' },
    400,
    'validation_failed',
  ],
  [
    'half a character in the issuer',
    'POST',
    '/factors',
    { factor_type: 'totp', issuer: 'a\udc00' },
    400,
    'validation_failed',
  ],
  [
    'a name without end',
    'POST',
    '/factors',
    { factor_type: 'totp', friendly_name: 'x'.repeat(101) },
    400,
    'validation_failed',
  ],
  [
    'an issuer without end',
    'POST',
    '/factors',
    { factor_type: 'totp', issuer: 'x'.repeat(50_000) },
    400,
    'validation_failed',
  ],
  ['a name that is a list', 'POST', '/factors', { factor_type: 'totp', friendly_name: [] }, 400, 'validation_failed'],
  ['a factor that is no UUID', 'POST', '/factors/1/challenge', {}, 404, 'validation_failed'],
  [
    'a factor with SQL in it',
    'DELETE',
    `/factors/${encodeURIComponent("'; drop table auth.users; --")}`,
    undefined,
    404,
    'validation_failed',
  ],
  ['a factor with a zero byte', 'DELETE', '/factors/%00', undefined, 404, 'validation_failed'],
  ['recovery codes', 'DELETE', '/factors/recovery-codes', undefined, 404, 'validation_failed'],
  [
    'a factor that is nobody’s',
    'POST',
    `/factors/${crypto.randomUUID()}/verify`,
    { challenge_id: crypto.randomUUID(), code: '123456' },
    404,
    'mfa_factor_not_found',
  ],
  ['no code', 'POST', '/factors/OWN/verify', { challenge_id: crypto.randomUUID() }, 400, 'validation_failed'],
  [
    'a code that is a number',
    'POST',
    '/factors/OWN/verify',
    { challenge_id: crypto.randomUUID(), code: 123456 },
    400,
    'validation_failed',
  ],
  ['no challenge', 'POST', '/factors/OWN/verify', { code: '123456' }, 422, 'mfa_factor_not_found'],
  [
    'a challenge that is no UUID',
    'POST',
    '/factors/OWN/verify',
    { challenge_id: '1', code: '123456' },
    400,
    'validation_failed',
  ],
  [
    'a challenge that is none',
    'POST',
    '/factors/OWN/verify',
    { challenge_id: crypto.randomUUID(), code: '123456' },
    422,
    'mfa_factor_not_found',
  ],
  [
    'a code without end',
    'POST',
    '/factors/OWN/verify',
    { challenge_id: 'OPEN', code: '1'.repeat(500_000) },
    422,
    'mfa_verification_failed',
  ],
  [
    'a code in other digits',
    'POST',
    '/factors/OWN/verify',
    { challenge_id: 'OPEN', code: '１２３４５６' },
    422,
    'mfa_verification_failed',
  ],
  [
    'a code with a zero byte',
    'POST',
    '/factors/OWN/verify',
    { challenge_id: 'OPEN', code: '12345\0' },
    422,
    'mfa_verification_failed',
  ],
  ['an address behind the factors', 'GET', '/factors', undefined, 404, 'not_found'],
] as const

const owner = await somebody()
const own = await owner.protectedBy()

test.each(odd)('%s', async (_name, method, path, body, status, code) => {
  const token = own.session.access_token
  const wantsOpen = typeof body === 'object' && 'challenge_id' in body && body.challenge_id === 'OPEN'
  const sent = wantsOpen ? { ...body, challenge_id: await owner.challenge(token, own.factor.id) } : body
  const answer = await owner.ask(method, path.replace('OWN', own.factor.id), sent, token)
  expect(answer.json()).toMatchObject({ code })
  expect(answer.statusCode).toBe(status)
})

const strangers = [
  ['no token', undefined],
  [
    'an expired token',
    await tokens.sign({ role: 'authenticated', sub: owner.id, session_id: crypto.randomUUID() }, -60),
  ],
  [
    'a token of no session',
    await tokens.sign({ role: 'authenticated', sub: owner.id, session_id: crypto.randomUUID() }, 60),
  ],
  ['the service key', tokens.serviceRoleKey],
  [
    'an unsigned token',
    `${btoa('{"alg":"none"}')}.${btoa(`{"role":"authenticated","sub":"${owner.id}"}`)}.`.replaceAll('=', ''),
  ],
] as const

test.each(strangers)('%s opens no factor', async (_name, token) => {
  for (const [method, path] of [
    ['POST', '/factors'],
    ['POST', `/factors/${own.factor.id}/challenge`],
    ['POST', `/factors/${own.factor.id}/verify`],
    ['DELETE', `/factors/${own.factor.id}`],
  ] as const) {
    const answer = await call(
      method,
      `/auth/v1${path}`,
      method === 'POST' ? { factor_type: 'totp', code: '1' } : undefined,
      token,
    )
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: expect.stringMatching(/^(bad_jwt|session_not_found)$/) })
  }
})

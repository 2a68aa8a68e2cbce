import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { type EnrolledFactor, type Session, factorsKernel } from './factors.fixture.ts'
import { pruneFactors } from './prune.ts'

const { db, pool, tokens, newUser } = await factorsKernel()

const refusal = (code: string, message?: string) => ({ code, ...(message && { message }) })

test('an authenticator app is enrolled; its first code verifies it and raises the session to aal2', async () => {
  const noa = await newUser()
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
  const factor = enrolled.json<EnrolledFactor>()
  const response = await noa.ask(
    'POST',
    `/factors/${factor.id}/challenge`,
    { factorId: factor.id },
    before.access_token,
  )
  expect(response.json()).toEqual({ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) })
  const leftSeconds = response.json<{ expires_at: number }>().expires_at - Date.now() / 1000
  expect(leftSeconds).toBeGreaterThan(290)
  expect(leftSeconds).toBeLessThan(301)

  const code = new TOTP({ secret: factor.totp.secret }).generate()
  const shown = await noa.verify(before.access_token, factor.id, response.json<{ id: string }>().id, code)
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

test('aal2 survives refreshes, and refresh tokens issued before it are revoked', async () => {
  const { ask, protectedBy } = await newUser()
  const { session, first } = await protectedBy()
  const refresh = (refresh_token: string) => ask('POST', '/token?grant_type=refresh_token', { refresh_token })
  const next = (await refresh(session.refresh_token)).json<Session>()
  expect(await tokens.verify(next.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, {}] })
  expect((await ask('GET', '/user', undefined, next.access_token)).json()).toMatchObject({ factors: [{}] })

  const thief = await newUser()
  const stolen = await thief.signIn()
  // The token is refused even within the reuse interval of a refresh.
  const current = (await refresh(stolen.refresh_token)).json<Session>()
  const factor = (await thief.enroll(current.access_token)).json<EnrolledFactor>()
  expect((await thief.show(current.access_token, factor)).statusCode).toBe(200)
  expect((await refresh(stolen.refresh_token)).json()).toMatchObject({ code: 'refresh_token_already_used' })
  expect((await refresh(first.refresh_token)).statusCode).toBe(400)
})

test('verifying a factor ends only the user’s aal1 sessions', async () => {
  const { ask, signIn, show, protectedBy } = await newUser()
  const { factor, session: phone } = await protectedBy()
  const [laptop, tablet] = [await signIn(), await signIn()]
  expect((await show(laptop.access_token, factor)).statusCode).toBe(200)
  const user = (token: string) => ask('GET', '/user', undefined, token)
  expect((await user(tablet.access_token)).json()).toMatchObject({ code: 'session_not_found' })
  expect((await user(phone.access_token)).statusCode).toBe(200)
  expect((await user(laptop.access_token)).statusCode).toBe(200)
})

test('a factor or challenge of another user cannot be used', async () => {
  const [noa, dan] = [await newUser(), await newUser()]
  const [hers, his] = [await noa.protectedBy(), await dan.protectedBy()]
  const notFound = refusal('mfa_factor_not_found', 'Factor not found')
  const token = his.session.access_token
  for (const [method, path] of [
    ['POST', `/factors/${hers.factor.id}/challenge`],
    ['POST', `/factors/${hers.factor.id}/verify`],
    ['DELETE', `/factors/${hers.factor.id}`],
  ] as const) {
    const response = await dan.ask(method, path, {}, token)
    expect([response.statusCode, response.json()]).toEqual([404, notFound])
  }
  const herChallenge = await noa.challenge(hers.session.access_token, hers.factor.id)
  const code = new TOTP({ secret: his.factor.totp.secret }).generate()
  expect((await dan.verify(token, his.factor.id, herChallenge, code)).json()).toEqual(
    refusal('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'),
  )
})

test('with a verified factor an aal1 session cannot enroll, unenroll or change the password', async () => {
  const { ask, signIn, enroll, show, protectedBy } = await newUser()
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

test('unenrolling a factor lowers its sessions to aal1, also after a refresh', async () => {
  const { ask, protectedBy } = await newUser()
  const { factor, session } = await protectedBy()
  const deletion = await ask('DELETE', `/factors/${factor.id}`, undefined, session.access_token)
  expect([deletion.statusCode, deletion.json()]).toEqual([200, { id: factor.id }])
  const next = await ask('POST', '/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
  const claims = await tokens.verify(next.json<Session>().access_token)
  expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  expect(claims['amr']).toHaveLength(1)
  expect(next.json<Session>().user).not.toHaveProperty('factors')
})

test('factor names are unique, ten factors are the maximum, abandoned enrollments are deleted', async () => {
  const { id, signIn, enroll } = await newUser()
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

test('the first correct code deletes other unverified apps', async () => {
  const { id, signIn, enroll, show } = await newUser()
  const { access_token: token } = await signIn()
  await enroll(token, { friendly_name: 'left' })
  const factor = (await enroll(token, { friendly_name: 'verified' })).json<EnrolledFactor>()
  await show(token, factor)
  expect(await db.sql('select friendly_name, status from auth.mfa_factors where user_id = $1', [id])).toEqual([
    { friendly_name: 'verified', status: 'verified' },
  ])
})

test('concurrent verifications of two factors do not deadlock', async () => {
  const { ask, signIn, enroll, challenge, verify, show, protectedBy } = await newUser()
  const { factor: one, session } = await protectedBy('one')
  const two = (await enroll(session.access_token, { friendly_name: 'two' })).json<EnrolledFactor>()
  await show(session.access_token, two)
  const [left, right] = [(await signIn()).access_token, (await signIn()).access_token]
  const codes = [one, two].map(({ totp }) => new TOTP({ secret: totp.secret }).generate())
  const open = [await challenge(left, one.id), await challenge(right, two.id)]
  const answers = await Promise.all([
    verify(left, one.id, open[0]!, codes[0]!),
    verify(right, two.id, open[1]!, codes[1]!),
  ])
  // The first verification ends the other session, which is aal1.
  expect(answers.map((response) => response.statusCode).toSorted((a, b) => a - b)).toEqual([200, 403])
  expect((await ask('GET', '/user', undefined, session.access_token)).statusCode).toBe(200)
})

test('anonymous users cannot enroll factors', async () => {
  const { id, signIn, enroll } = await newUser()
  const { access_token: token } = await signIn()
  await db.sql('update auth.users set is_anonymous = true where id = $1', [id])
  const response = await enroll(token)
  expect([response.statusCode, response.json()]).toEqual([
    403,
    refusal('no_authorization', 'Anonymous user not allowed to perform these actions'),
  ])
})

test('unanswered challenges and unverified factors are pruned after a day', async () => {
  const { id, signIn, enroll, challenge, protectedBy } = await newUser()
  const { factor, session } = await protectedBy('verified')
  await challenge(session.access_token, factor.id)
  const { access_token: other } = await (await newUser()).signIn()
  await enroll(other, { friendly_name: 'left' })
  await signIn()
  await db.sql(`update auth.mfa_challenges set created_at = created_at - interval '25 hours'`)
  await db.sql(`update auth.mfa_factors set created_at = created_at - interval '25 hours'`)
  expect(await pruneFactors(pool)).toBeGreaterThan(1)
  expect(await pruneFactors(pool)).toBe(0)
  expect(await db.sql('select from auth.mfa_factors where user_id = $1', [id])).toHaveLength(1)
})

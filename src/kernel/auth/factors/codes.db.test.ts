import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { type EnrolledFactor, type Session, factorsKernel } from './factors.fixture.ts'

const { db, newUser } = await factorsKernel()

const refusal = (code: string, message: string) => ({ code, message })
const wrongCode = '000000'

test('a wrong code is refused, and the correct code is accepted afterwards', async () => {
  const { signIn, enroll, challenge, verify, show } = await newUser()
  const { access_token: token } = await signIn()
  const factor = (await enroll(token)).json<EnrolledFactor>()
  const wrong = await verify(token, factor.id, await challenge(token, factor.id), wrongCode)
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json()).toEqual(refusal('mfa_verification_failed', 'Invalid TOTP code entered'))
  expect((await show(token, factor)).statusCode).toBe(200)
})

test('fifteen wrong codes lock a factor temporarily, even from different client addresses', async () => {
  const { id, ask, protectedBy, challenge, verify, show } = await newUser()
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

test('concurrent wrong codes are all counted', async () => {
  const { id, signIn, enroll, challenge, verify } = await newUser()
  const { access_token: token } = await signIn()
  const factor = (await enroll(token)).json<EnrolledFactor>()
  const open = await challenge(token, factor.id)
  await Promise.all(Array.from({ length: 8 }, () => verify(token, factor.id, open, wrongCode)))
  expect(await db.sql('select wrong_codes from auth.mfa_factors where user_id = $1', [id])).toEqual([
    { wrong_codes: 8 },
  ])
})

test('a challenge is accepted once, before it expires, from the client address that created it', async () => {
  const { ask, protectedBy, challenge, verify } = await newUser()
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

test('more than thirty codes in a minute exceed the rate limit of a client', async () => {
  const { ask, signIn } = await newUser()
  const { access_token: token } = await signIn()
  const path = `/factors/${crypto.randomUUID()}/challenge`
  const answers = await Promise.all(Array.from({ length: 31 }, () => ask('POST', path, {}, token)))
  expect(answers.filter((response) => response.statusCode === 404)).toHaveLength(30)
  expect(answers.find((response) => response.statusCode === 429)?.json()).toMatchObject({
    code: 'over_request_rate_limit',
  })
})

import { expect, test } from 'vitest'
import { factorsKernel, type Session } from '../factors/factors.fixture.ts'

const { db, newUser } = await factorsKernel()
type Person = Awaited<ReturnType<typeof newUser>>

const at = '/factors/recovery-codes'
const make = async ({ ask }: Person, token: string) =>
  (await ask('POST', at, {}, token)).json<{ codes: string[] }>().codes
const use = ({ ask }: Person, token: string, code: unknown) => ask('POST', `${at}/verify`, { code }, token)
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { aal: string; amr: { method: string }[] }
const invalid = { code: 'recovery_code_invalid', message: 'Invalid or used recovery code' }

test('a recovery code replaces the app once and raises the session to aal2', async () => {
  const noa = await newUser()
  const { session } = await noa.protectedBy()
  const codes = await make(noa, session.access_token)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}$/)

  const half = await noa.signIn()
  expect(claimsOf(half.access_token).aal).toBe('aal1')
  // The code is typed in lower case and with different separators.
  const whole = await use(noa, half.access_token, ` ${codes[3]!.toLowerCase().replaceAll('-', ' ')} `)
  expect(whole.statusCode).toBe(200)
  const { access_token: token, user } = whole.json<Session>()
  expect(claimsOf(token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'recovery_code' }, { method: 'password' }] })
  expect(user.factors).toHaveLength(1)
  expect((await noa.ask('GET', at, undefined, token)).json()).toMatchObject({ left: 9 })

  const again = await noa.signIn()
  expect((await use(noa, again.access_token, codes[3])).json()).toEqual(invalid)
  expect((await use(noa, again.access_token, codes[4])).statusCode).toBe(200)
})

test('the refresh token from before the recovery code is revoked', async () => {
  const noa = await newUser()
  const { session } = await noa.protectedBy()
  const [code] = await make(noa, session.access_token)
  const half = await noa.signIn()
  expect((await use(noa, half.access_token, code)).statusCode).toBe(200)
  const refreshed = await noa.ask('POST', '/token?grant_type=refresh_token', { refresh_token: half.refresh_token })
  expect(refreshed.statusCode).toBe(400)
})

test('of ten concurrent uses of one recovery code one succeeds', async () => {
  const noa = await newUser()
  const { session } = await noa.protectedBy()
  const [code] = await make(noa, session.access_token)
  const half = await noa.signIn()
  const answers = await Promise.all(Array.from({ length: 10 }, () => use(noa, half.access_token, code)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('new recovery codes invalidate the old ones', async () => {
  const noa = await newUser()
  const { session } = await noa.protectedBy()
  const [old] = await make(noa, session.access_token)
  const [fresh] = await make(noa, session.access_token)
  const half = await noa.signIn()
  expect((await use(noa, half.access_token, old)).statusCode).toBe(422)
  expect((await use(noa, half.access_token, fresh)).statusCode).toBe(200)
})

test('recovery codes require aal2 and a verified factor, and are refused for another user', async () => {
  const noa = await newUser()
  const first = await noa.signIn()
  expect((await noa.ask('POST', at, {}, first.access_token)).json()).toMatchObject({ code: 'mfa_factor_not_found' })
  const { session } = await noa.protectedBy()
  const [code] = await make(noa, session.access_token)
  const half = await noa.signIn()
  expect((await noa.ask('POST', at, {}, half.access_token)).json()).toMatchObject({ code: 'insufficient_aal' })
  const dan = await newUser()
  const { session: his } = await dan.protectedBy()
  expect((await use(dan, his.access_token, code)).json()).toEqual(invalid)
  expect((await noa.ask('POST', at)).statusCode).toBe(403)
})

test.each([
  ['nothing', undefined],
  ['an empty code', ''],
  ['a very long text', 'A'.repeat(100_000)],
  ['an app’s code', '123456'],
])('%s is refused as a recovery code', async (_what, code) => {
  const noa = await newUser()
  const { session } = await noa.protectedBy()
  await make(noa, session.access_token)
  const half = await noa.signIn()
  expect((await use(noa, half.access_token, code)).statusCode).toBeGreaterThanOrEqual(400)
  expect((await noa.ask('GET', at, undefined, half.access_token)).json()).toMatchObject({ left: 10 })
})

test('unenrolling the last app deletes the codes, which are stored only as hashes', async () => {
  const noa = await newUser()
  const { factor, session } = await noa.protectedBy()
  const codes = await make(noa, session.access_token)
  const rows = await db.sql('select * from auth.recovery_codes where user_id = $1', [noa.id])
  expect(JSON.stringify(rows)).not.toContain(codes[0]!.replaceAll('-', ''))
  await noa.ask('DELETE', `/factors/${factor.id}`, undefined, session.access_token)
  expect(await db.sql('select from auth.recovery_codes where user_id = $1', [noa.id])).toEqual([])
})

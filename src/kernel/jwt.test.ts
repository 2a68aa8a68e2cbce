import * as jose from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTokens, makeKeySet } from './jwt.ts'

const keys = await makeKeySet()
const tokens = await createTokens(keys, 'http://localhost/auth/v1')
const secret = new TextEncoder().encode(keys.jwtSecret)
const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow
const withSecret = (claims: jose.JWTPayload) =>
  new jose.SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret)
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('an access token carries subject, issuer and key id', async () => {
  const token = await tokens.sign({ role: 'authenticated', sub: 'noa' }, 3600)
  expect(await tokens.verify(token)).toMatchObject({
    iss: 'http://localhost/auth/v1',
    role: 'authenticated',
    sub: 'noa',
  })
  expect(jose.decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'JWT', kid: keys.signingKey.kid })
})

test('claims cached by the signing node equal those that other nodes verify', async () => {
  const token = await tokens.sign({ role: 'anon', registration_id: 'r', sub: undefined, list: [1] }, 60)
  const other = await createTokens(keys, 'http://localhost/auth/v1')
  expect(await tokens.verify(token)).toStrictEqual(await other.verify(token))
  expect(await tokens.verify(await tokens.sign({} as never, 60))).toMatchObject({ role: 'anon' })
  const unusable = await tokens.sign({ role: null } as never, 60)
  await expect(tokens.verify(unusable)).rejects.toMatchObject({ message: 'Parsing claims failed' })
  const expired = await tokens.sign({ role: 'anon' }, -60)
  await expect(tokens.verify(expired)).rejects.toMatchObject({ message: 'JWT expired' })
})

test('third parties can verify access tokens with the public keys', async () => {
  const token = await tokens.sign({ role: 'authenticated' }, 60)
  const jwks = jose.createLocalJWKSet({ keys: tokens.publicKeys })
  await expect(jose.jwtVerify(token, jwks)).resolves.toBeTruthy()
  expect(tokens.publicKeys).toHaveLength(1)
  expect(tokens.publicKeys[0]).not.toHaveProperty('d')
  expect(tokens.publicKeys[0]).not.toHaveProperty('k')
})

test('the API keys are JWTs of two roles, and identical at every start', async () => {
  const again = await createTokens(keys, 'http://localhost/auth/v1')
  expect(again.anonKey).toBe(tokens.anonKey)
  expect(await tokens.verify(tokens.anonKey)).toMatchObject({ role: 'anon' })
  expect(await tokens.verify(tokens.serviceRoleKey)).toMatchObject({ role: 'service_role' })
  expect(tokens.roleOfKey(again.publishableKey)).toBe('anon')
  expect(tokens.roleOfKey(again.secretKey)).toBe('service_role')
  expect(tokens.roleOfKey(tokens.anonKey)).toBeUndefined()
  expect(tokens.roleOfKey(tokens.publishableKey.slice(0, -1) + 'é')).toBeUndefined()
})

test('tokens that we did not sign are refused with PostgREST’s messages', async () => {
  const otherKeys = await createTokens(await makeKeySet(), 'x')
  const good = await tokens.sign({ role: 'authenticated' }, 60)
  const [head, body] = good.split('.') as [string, string]
  // Algorithm confusion: the public key used as an HMAC secret.
  const publicKey = new TextEncoder().encode(JSON.stringify(tokens.publicKeys[0]))
  const confused = await new jose.SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' }).sign(publicKey)
  const refused = [
    ['nonsense', 'Expected 3 parts in JWT; got 1'],
    ['a.b', 'Expected 3 parts in JWT; got 2'],
    ['a.b.c', 'JWT cryptographic operation failed'],
    [await otherKeys.sign({ role: 'authenticated' }, 60), 'No suitable key or wrong key type'],
    [otherKeys.serviceRoleKey, 'No suitable key or wrong key type'],
    [`${head}.${part({ role: 'service_role' })}.${good.split('.')[2]}`, 'No suitable key or wrong key type'],
    [`${head}.${body}.`, 'No suitable key or wrong key type'],
    [`${part({ alg: 'none' })}.${part({ role: 'service_role' })}.`, 'Wrong or unsupported encoding algorithm'],
    [confused, 'No suitable key or wrong key type'],
  ] as const
  for (const [token, message] of refused)
    await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'PGRST301', message })
})

test('times are checked with 30 seconds of clock skew', async () => {
  const refused = [
    [{ exp: seconds(-31) }, 'JWT expired'],
    [{ nbf: seconds(35) }, 'JWT not yet valid'],
    [{ iat: seconds(35) }, 'JWT issued at future'],
    [{ exp: 'tomorrow' as unknown as number }, 'Parsing claims failed'],
    [{ role: 7 }, 'Parsing claims failed'],
  ] as const
  for (const [claims, message] of refused)
    await expect(tokens.verify(await withSecret(claims))).rejects.toMatchObject({ code: 'PGRST303', message })
  await expect(tokens.verify(await withSecret({ exp: seconds(-25), nbf: seconds(25) }))).resolves.toEqual({
    role: 'anon',
    exp: expect.any(Number),
    nbf: expect.any(Number),
  })
})

test('a cached token still expires', async () => {
  const token = await withSecret({ exp: seconds(-10) })
  await tokens.verify(token)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 21_100 })
  onTestFinished(() => void vi.useRealTimers())
  await expect(tokens.verify(token)).rejects.toMatchObject({ message: 'JWT expired' })
})

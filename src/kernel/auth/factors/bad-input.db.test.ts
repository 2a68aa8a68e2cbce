import { expect, test } from 'vitest'
import { factorsKernel } from './factors.fixture.ts'

const { call, tokens, newUser } = await factorsKernel()

const malformed = [
  ['a body that is not JSON', 'POST', '/factors', '{"factor_type"', 400, 'bad_json'],
  ['no type', 'POST', '/factors', {}, 400, 'validation_failed'],
  ['an unknown type', 'POST', '/factors', { factor_type: 'toString' }, 400, 'validation_failed'],
  ['a type that is a list', 'POST', '/factors', { factor_type: ['totp'] }, 400, 'validation_failed'],
  ['a security key', 'POST', '/factors', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
  [
    'a phone without an SMS hook',
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
    'a lone surrogate in the name',
    'POST',
    '/factors',
    { factor_type: 'totp', friendly_name: '\ud800' },
    400,
    'validation_failed',
  ],
  [
    'a lone surrogate in the issuer',
    'POST',
    '/factors',
    { factor_type: 'totp', issuer: 'a\udc00' },
    400,
    'validation_failed',
  ],
  [
    'a name that is too long',
    'POST',
    '/factors',
    { factor_type: 'totp', friendly_name: 'x'.repeat(101) },
    400,
    'validation_failed',
  ],
  [
    'an issuer that is too long',
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
    'an unknown factor',
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
    'an unknown challenge',
    'POST',
    '/factors/OWN/verify',
    { challenge_id: crypto.randomUUID(), code: '123456' },
    422,
    'mfa_factor_not_found',
  ],
  [
    'a code that is too long',
    'POST',
    '/factors/OWN/verify',
    { challenge_id: 'OPEN', code: '1'.repeat(500_000) },
    422,
    'mfa_verification_failed',
  ],
  [
    'a code in non-ASCII digits',
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
  ['a path without a route', 'GET', '/factors', undefined, 404, 'not_found'],
] as const

const owner = await newUser()
const own = await owner.protectedBy()

test.each(malformed)('%s is refused with its error code', async (_name, method, path, body, status, code) => {
  const token = own.session.access_token
  const wantsOpen = typeof body === 'object' && 'challenge_id' in body && body.challenge_id === 'OPEN'
  const sent = wantsOpen ? { ...body, challenge_id: await owner.challenge(token, own.factor.id) } : body
  const response = await owner.ask(method, path.replace('OWN', own.factor.id), sent, token)
  expect(response.json()).toMatchObject({ code })
  expect(response.statusCode).toBe(status)
})

const invalidTokens = [
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

test.each(invalidTokens)('%s cannot access factors', async (_name, token) => {
  for (const [method, path] of [
    ['POST', '/factors'],
    ['POST', `/factors/${own.factor.id}/challenge`],
    ['POST', `/factors/${own.factor.id}/verify`],
    ['DELETE', `/factors/${own.factor.id}`],
  ] as const) {
    const response = await call(
      method,
      `/auth/v1${path}`,
      method === 'POST' ? { factor_type: 'totp', code: '1' } : undefined,
      token,
    )
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: expect.stringMatching(/^(bad_jwt|session_not_found)$/) })
  }
})

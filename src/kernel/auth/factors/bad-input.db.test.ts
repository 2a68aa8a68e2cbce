import { expect, test } from 'vitest'
import { factorsKernel } from './factors.fixture.ts'

const { call, tokens, somebody } = await factorsKernel()

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

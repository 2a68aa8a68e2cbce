import * as jose from 'jose'
import { expect, test } from 'vitest'
import { KeySetText } from './jwt-keys.ts'

const { privateKey } = await jose.generateKeyPair('ES256', { extractable: true })
const key = { ...(await jose.exportJWK(privateKey)), kid: 'a', key_ops: ['sign'] }
const { d: _, ...publicHalf } = key

test('the key with `sign` in its key_ops becomes the signing key, with the algorithm of its key type', () => {
  const other = { ...publicHalf, kid: 'b', key_ops: ['verify'] }
  const { signingKey, verifyingKeys } = KeySetText.parse(JSON.stringify([other, key]))
  expect(signingKey).toMatchObject({ kid: 'a', alg: 'ES256' })
  expect(verifyingKeys.map(({ kid }) => kid)).toEqual(['b'])
})

test.each([
  ['no JSON', 'x', 'has to be a JSON array of keys'],
  ['no array', '{}', 'has to be a JSON array of keys'],
  [
    'no signing key',
    JSON.stringify([{ ...key, key_ops: ['verify'] }]),
    'needs exactly one key with "sign" in its key_ops',
  ],
  ['two signing keys', JSON.stringify([key, { ...key, kid: 'b' }]), 'needs exactly one key with "sign" in its key_ops'],
  ['one kid twice', JSON.stringify([key, { ...key, key_ops: [] }]), 'has two keys with one kid'],
  ['a public half that should sign', JSON.stringify([publicHalf]), 'lacks the private part of the key that signs'],
  [
    'another algorithm',
    JSON.stringify([{ ...key, alg: 'ES512' }]),
    'has the algorithm ES512, which is not supported: ES256, RS256, HS256 are',
  ],
  [
    'a short secret',
    JSON.stringify([{ kty: 'oct', k: 'c2hvcnQ', kid: 'a', key_ops: ['sign'] }]),
    'has a shared secret of less than 32 bytes',
  ],
])('a key set with %s is refused', (_case, text, message) => {
  expect(KeySetText.safeParse(text).error?.issues.map((issue) => issue.message)).toContain(message)
})

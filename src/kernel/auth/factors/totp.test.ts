import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { matchesTotp, newEnrollment } from './totp.ts'

// The test vectors of RFC 6238, appendix B: the last six digits of each code.
const secret = Secret.fromUTF8('12345678901234567890').base32
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

test.each(vectors)('the TOTP code at Unix time %i is %s', (second, code) => {
  expect(matchesTotp(secret, code, second * 1000)).toBe(true)
})

test('a code is accepted one period early and one late, not beyond', () => {
  const at = 1_111_111_111_000
  const good = [-2, -1, 0, 1, 2].map((periods) => matchesTotp(secret, '050471', at + periods * 30_000))
  expect(good).toEqual([false, true, true, true, false])
})

test('a code may contain spaces, and only ASCII digits', () => {
  const at = 59_000
  expect(matchesTotp(secret, ' 287 082 ', at)).toBe(true)
  for (const odd of [
    '',
    '28708',
    '2870820',
    '２８７０８２',
    '٢٨٧٠٨٢',
    '28708a',
    '-87082',
    '287082\0',
    '0'.repeat(100_000),
  ])
    expect(matchesTotp(secret, odd, at)).toBe(false)
})

test('the otpauth URI carries secret, issuer and account', () => {
  const { secret, uri } = newEnrollment('מסלול: בית', 'noa+1@example.com')
  const url = new URL(uri)
  expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp'])
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'מסלול: בית',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  expect(decodeURIComponent(url.pathname)).toBe('/מסלול: בית:noa+1@example.com')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(matchesTotp(secret, new TOTP({ secret }).generate())).toBe(true)
  expect(newEnrollment('a', 'b').secret).not.toBe(secret)
})

test('the QR code needs no encoding in a data: URL', () => {
  const { qr_code: picture } = newEnrollment('example.com', 'noa@example.com')
  expect(picture).toMatch(/^<svg [^#%]*<\/svg>$/)
  expect(new URL(`data:image/svg+xml;utf-8,${picture}`).hash).toBe('')
})

test('the longest issuer and account fit into the QR code', () => {
  for (const sign of ['字', '😀'])
    expect(newEnrollment(sign.repeat(64 / sign.length), sign.repeat(200)).qr_code).toContain('<path')
})

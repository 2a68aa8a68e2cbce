import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { checkPassword, hashPassword, isOutdated, verifyPassword, isSupportedHash, weaknessOf } from './passwords.ts'

const argon2i = 1
const password = 'סיסמה טובה'

test('imported hashes are supported: bcrypt and argon2 variants', async () => {
  const stored = [
    await bcrypt(password, 4),
    (await bcrypt(password, 4)).replace('$2y$', '$2a$'),
    await argon2(password, { memoryCost: 4096, timeCost: 1 }),
    await argon2(password, { memoryCost: 4096, timeCost: 3, parallelism: 2, algorithm: argon2i }),
  ]
  for (const text of stored) {
    expect([text, isSupportedHash(text), isOutdated(text)]).toEqual([text, true, true])
    expect([text, await verifyPassword(text, password)]).toEqual([text, true])
    expect([text, await verifyPassword(text, `${password} `)]).toEqual([text, false])
  }
  const own = await hashPassword(password)
  expect([isSupportedHash(own), isOutdated(own), await verifyPassword(own, password)]).toEqual([true, false, true])
})

test('malformed or too expensive hashes match no password', async () => {
  const odd = [
    '',
    'plain text',
    '$2b$31$abcdefghijklmnopqrstuuAbCdEfGhIjKlMnOpQrStUvWxYz012345',
    '$2b$10$short',
    '$argon2id$v=19$m=4194304,t=100,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNo',
    '$argon2id$v=19$m=0,t=0,p=0$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNo',
    '$argon2id$$$$',
    '$fbscrypt$v=1,n=14,r=8,p=1$x$y',
  ]
  for (const text of odd) {
    expect([text, isSupportedHash(text)]).toEqual([text, false])
    expect([text, await verifyPassword(text, text)]).toEqual([text, false])
  }
  expect(await verifyPassword(null, '')).toBe(false)
})

test('a weak password is refused with all its weaknesses', () => {
  const rules = { passwordMinLength: 8, passwordCharacters: ['abc', 'ABC', '0123456789'] }
  expect(weaknessOf('xyz', rules)).toEqual({
    message:
      'Password should be at least 8 characters. Password should contain at least one character of each: abc, ABC, 0123456789.',
    reasons: ['length', 'characters'],
  })
  expect(weaknessOf('aAvTkq91', rules)).toBeUndefined()
  expect(weaknessOf('Passw0rd9', { passwordMinLength: 8 })).toMatchObject({ reasons: ['pwned'] })
  expect(weaknessOf('Passw0rd9', { passwordMinLength: 8, allowsGuessable: true })).toBeUndefined()
  expect(weaknessOf('aAxxxxxx', rules)).toMatchObject({ reasons: ['characters'] })
  expect(() => checkPassword('😀🐘🌊🍋🚲🎻', { passwordMinLength: 6 })).not.toThrow()
  expect(() => checkPassword('😀'.repeat(19), { passwordMinLength: 6 })).toThrow('72')
})

test('a burst of sign-ins is queued, and refused beyond the queue limit', async () => {
  const own = await hashPassword(password)
  const storm = await Promise.allSettled(Array.from({ length: 260 }, () => verifyPassword(own, password)))
  const refused = storm.filter((attempt) => attempt.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  for (const attempt of storm) if (attempt.status === 'fulfilled') expect(attempt.value).toBe(true)
  expect(storm.length - refused.length).toBeGreaterThanOrEqual(200)
})

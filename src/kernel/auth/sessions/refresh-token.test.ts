import { expect, test } from 'vitest'
import { isSignedWith, makeRefreshToken, readRefreshToken } from './refresh-token.ts'

const sessionId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const key = Buffer.alloc(32, 1).toString('base64')

test('tokens with counters of any length are parsed', () => {
  for (const counter of [0, 1, 127, 128, 16_383, 16_384, 2 ** 31, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER]) {
    const token = readRefreshToken(makeRefreshToken(sessionId, counter, key))!
    expect(token).toMatchObject({ sessionId, counter })
    expect(isSignedWith(token, key)).toBe(true)
    expect(isSignedWith(token, Buffer.alloc(32, 2).toString('base64'))).toBe(false)
  }
})

test('a token with a missing or changed character is malformed', () => {
  const token = makeRefreshToken(sessionId, 5, key)
  expect(readRefreshToken(token.slice(1))).toBeUndefined()
  expect(readRefreshToken(token.slice(0, -2))).toBeUndefined()
  expect(readRefreshToken('')).toBeUndefined()
  expect(readRefreshToken('x'.repeat(5000))).toBeUndefined()
  for (let i = 0; i < token.length; i++) {
    const other = token[i] === 'A' ? 'B' : 'A'
    expect(readRefreshToken(token.slice(0, i) + other + token.slice(i + 1))).not.toMatchObject({
      sessionId,
      counter: 6,
    })
  }
})

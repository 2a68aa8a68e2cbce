import { expect, test } from 'vitest'
import { createSealing, makeSealingKey } from './sealing.server.ts'

const key = makeSealingKey()
const seal = createSealing([key])('tokens')
const content = { refreshToken: '1//lasting', account: 'dana@example.com' }

test('a sealed value decrypts for its owner', () => {
  const sealed = seal.close('dana', content)
  expect(sealed.includes('lasting')).toBe(false)
  expect(seal.open('dana', sealed)).toEqual(content)
  expect(seal.close('dana', content).equals(sealed)).toBe(false)
})

test('decryption fails for another owner, another purpose, another key or a changed byte', () => {
  const sealed = seal.close('dana', content)
  expect(seal.open('yossi', sealed)).toBeUndefined()
  expect(createSealing([key])('answers').open('dana', sealed)).toBeUndefined()
  expect(createSealing([makeSealingKey()])('tokens').open('dana', sealed)).toBeUndefined()
  expect(createSealing([{ ...makeSealingKey(), id: key.id }])('tokens').open('dana', sealed)).toBeUndefined()
  for (const at of [0, 1, 5, 17, 33, sealed.length - 1]) {
    const other = Buffer.from(sealed)
    other[at]! ^= 1
    expect(seal.open('dana', other)).toBeUndefined()
  }
  for (const length of [0, 1, 32]) expect(seal.open('dana', sealed.subarray(0, length))).toBeUndefined()
})

test('after a key rotation earlier values decrypt, and new values need the new key', () => {
  const earlier = seal.close('dana', content)
  const rotated = createSealing([makeSealingKey(), key])('tokens')
  expect(rotated.open('dana', earlier)).toEqual(content)
  expect(seal.open('dana', rotated.close('dana', content))).toBeUndefined()
})

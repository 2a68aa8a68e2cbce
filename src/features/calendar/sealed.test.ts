import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSeal } from './sealed.server.ts'

const seal = createSeal(randomBytes(32))
const content = { refreshToken: '1//lasting', account: 'dana@example.com' }

test('a sealed value decrypts for its owner', () => {
  const sealed = seal.close('dana', content)
  expect(sealed.includes('lasting')).toBe(false)
  expect(seal.open('dana', sealed)).toEqual(content)
  expect(seal.close('dana', content).equals(sealed)).toBe(false)
})

test('decryption fails for another owner, another key or a changed byte', () => {
  const sealed = seal.close('dana', content)
  expect(seal.open('yossi', sealed)).toBeUndefined()
  expect(createSeal(randomBytes(32)).open('dana', sealed)).toBeUndefined()
  for (const at of [0, 1, 13, 29, sealed.length - 1]) {
    const other = Buffer.from(sealed)
    other[at]! ^= 1
    expect(seal.open('dana', other)).toBeUndefined()
  }
  for (const length of [0, 1, 28]) expect(seal.open('dana', sealed.subarray(0, length))).toBeUndefined()
})

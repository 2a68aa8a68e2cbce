import { expect, test } from 'vitest'
import { createPasswordTries } from './password-tries.server.ts'

const refused = { code: 'too_many_passwords', status: 429 }

test('a client has ten wrong passwords of a form, and other clients and forms are not concerned', () => {
  const tries = createPasswordTries()
  for (let n = 0; n < 10; n += 1) tries.begin('one', '203.0.113.1')
  expect(() => tries.begin('one', '203.0.113.1')).toThrow(expect.objectContaining(refused))
  tries.begin('one', '203.0.113.2')
  tries.begin('two', '203.0.113.1')
})

test('a form has a hundred wrong passwords an hour from all clients together', () => {
  const tries = createPasswordTries()
  for (let n = 0; n < 100; n += 1) tries.begin('one', `203.0.113.${n}`)
  expect(() => tries.begin('one', '203.0.113.200')).toThrow(expect.objectContaining(refused))
  tries.begin('two', '203.0.113.200')
})

test('right passwords are not counted', () => {
  const tries = createPasswordTries()
  for (let n = 0; n < 200; n += 1) tries.begin('one', '203.0.113.1')()
  tries.begin('one', '203.0.113.1')
})

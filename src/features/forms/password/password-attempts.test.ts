import { expect, test } from 'vitest'
import { createPasswordAttempts, networkOf } from './password-attempts.server.ts'

const refused = (code: string) => expect.objectContaining({ code, status: 429 })

test('a client has ten wrong attempts per form, separate from other clients and forms', () => {
  const tries = createPasswordAttempts()
  for (let n = 0; n < 10; n += 1) tries.begin('one', '203.0.113.1', false)
  expect(() => tries.begin('one', '203.0.113.1', true)).toThrow(refused('too_many_passwords'))
  tries.begin('one', '203.0.113.2', false)
  tries.begin('two', '203.0.113.1', false)
})

test('a hundred wrong attempts an hour from unknown networks block unknown networks but not known ones', () => {
  const tries = createPasswordAttempts()
  for (let n = 0; n < 100; n += 1) tries.begin('one', `203.0.113.${n}`, false)
  expect(() => tries.begin('one', '203.0.113.200', false)).toThrow(refused('form_guessed_passwords'))
  for (let n = 0; n < 10; n += 1) tries.begin('one', '198.51.100.1', true)
  expect(() => tries.begin('one', '198.51.100.1', true)).toThrow(refused('too_many_passwords'))
  tries.begin('two', '203.0.113.200', false)
})

test('correct passwords are not counted', () => {
  const tries = createPasswordAttempts()
  for (let n = 0; n < 200; n += 1) tries.begin('one', '203.0.113.1', n % 2 === 0)()
  tries.begin('one', '203.0.113.1', false)
})

test('an IPv6 client is identified by its network prefix, and a loopback address has none', () => {
  expect(networkOf('2001:db8:1:2:3::4')).toBe(networkOf('2001:db8:1:2:ffff::1'))
  expect([networkOf('127.0.0.1'), networkOf(undefined)]).toEqual([undefined, undefined])
})

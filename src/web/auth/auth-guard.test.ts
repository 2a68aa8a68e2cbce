import { expect, test } from 'vitest'
import { guard, wayBack } from './auth-guard.ts'

const asked = { pathname: '/crm/contacts/7', search: '?tab=tasks', hash: '#last' }
const origin = 'https://beit.example'

test('while the session loads the guard waits, whoever it may be', () => {
  expect(guard({ loading: true, user: null }, asked)).toEqual({ show: 'waiting' })
  expect(guard({ loading: true, user: {} }, asked)).toEqual({ show: 'waiting' })
})

test('a signed-in person sees the content', () => {
  expect(guard({ loading: false, user: {} }, asked)).toEqual({ show: 'content' })
})

test('a stranger is sent to sign in, and the whole requested path is remembered', () => {
  expect(guard({ loading: false, user: null }, asked)).toEqual({
    show: 'sign-in',
    from: '/crm/contacts/7?tab=tasks#last',
  })
})

test('the way back is the remembered path', () => {
  expect(wayBack({ from: '/crm/contacts/7?tab=tasks#last' }, origin)).toBe('/crm/contacts/7?tab=tasks#last')
})

test.each([
  ['nothing remembered', null],
  ['no path', { from: 'crm' }],
  ['another site', { from: 'https://evil.example/crm' }],
  ['another site without its scheme', { from: '//evil.example/crm' }],
  ['another site behind a backslash', { from: '/\\evil.example' }],
  ['another site behind a tab', { from: '/\t/evil.example' }],
  ['a script', { from: 'javascript:alert(1)' }],
  ['the door itself', { from: '/auth?mode=signup' }],
  ['the door of clients', { from: '/client-login?mode=forgot' }],
  ['no text', { from: 7 }],
])('no way back leads to %s', (_name, state) => {
  expect(wayBack(state, origin)).toBeUndefined()
})

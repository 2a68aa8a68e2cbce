import type { Factor, Session, User } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { guard, returnPath } from './auth-guard.ts'

const location = { pathname: '/crm/contacts/7', search: '?tab=tasks', hash: '#last' }
const origin = 'https://beit.example'

const user = { id: '7c0e7f0a-8b6f-4a43-9c3c-0c0f0d3c5a01' } as User
const app = { id: 'f', status: 'verified', factor_type: 'totp' } as Factor
const token = (aal: string) => `head.${btoa(JSON.stringify({ aal }))}.sign`
const session = (aal = 'aal1', factors: Factor[] = []) =>
  ({ access_token: token(aal), user: { ...user, factors } }) as Session
const signedOut = { loading: false, user: null, session: null, interrupted: null }

test('the guard waits while the session loads', () => {
  expect(guard({ ...signedOut, loading: true }, location)).toEqual({ show: 'waiting' })
  expect(guard({ ...signedOut, loading: true, user, session: session() }, location)).toEqual({ show: 'waiting' })
})

test('the guard shows the content to a signed-in user', () => {
  expect(guard({ ...signedOut, user, session: session() }, location)).toEqual({ show: 'content' })
})

test('a visitor is redirected to sign-in, and the requested path is remembered', () => {
  expect(guard(signedOut, location)).toEqual({ show: 'sign-in', from: '/crm/contacts/7?tab=tasks#last' })
})

test('a user with an authenticator app must enter its code first', () => {
  const withApp = (aal: string, change: Partial<Factor> = {}) =>
    guard({ ...signedOut, user, session: session(aal, [{ ...app, ...change } as Factor]) }, location).show
  expect(withApp('aal1')).toBe('sign-in')
  expect(withApp('aal2')).toBe('content')
  // An unverified factor requires no code.
  expect(withApp('aal1', { status: 'unverified' })).toBe('content')
})

test('an expired session keeps the page behind a re-authentication dialog', () => {
  const interrupted = { user, session: session() }
  expect(guard({ ...signedOut, interrupted }, location)).toEqual({ show: 'sign-in-again', person: user })
  const back = session('aal1', [app])
  expect(guard({ ...signedOut, user, session: back, interrupted }, location).show).toBe('sign-in-again')
})

test('the return path is the remembered path', () => {
  expect(returnPath({ from: '/crm/contacts/7?tab=tasks#last' }, origin)).toBe('/crm/contacts/7?tab=tasks#last')
})

test.each([
  ['null', null],
  ['a relative path', { from: 'crm' }],
  ['another site', { from: 'https://evil.example/crm' }],
  ['a protocol-relative URL of another site', { from: '//evil.example/crm' }],
  ['another site behind a backslash', { from: '/\\evil.example' }],
  ['another site behind a tab', { from: '/\t/evil.example' }],
  ['a script URL', { from: 'javascript:alert(1)' }],
  ['the sign-in page', { from: '/auth?mode=signup' }],
  ['the sign-in page of clients', { from: '/client-login?mode=forgot' }],
  ['a value that is not a string', { from: 7 }],
])('the return path cannot be %s', (_name, state) => {
  expect(returnPath(state, origin)).toBeUndefined()
})

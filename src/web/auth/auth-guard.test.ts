import type { Factor, Session, User } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { guard, returnPath } from './auth-guard.ts'

const asked = { pathname: '/crm/contacts/7', search: '?tab=tasks', hash: '#last' }
const origin = 'https://beit.example'

const user = { id: '7c0e7f0a-8b6f-4a43-9c3c-0c0f0d3c5a01' } as User
const app = { id: 'f', status: 'verified', factor_type: 'totp' } as Factor
const token = (aal: string) => `head.${btoa(JSON.stringify({ aal }))}.sign`
const session = (aal = 'aal1', factors: Factor[] = []) =>
  ({ access_token: token(aal), user: { ...user, factors } }) as Session
const nobody = { loading: false, user: null, session: null, interrupted: null }

test('while the session loads the guard waits, whoever it may be', () => {
  expect(guard({ ...nobody, loading: true }, asked)).toEqual({ show: 'waiting' })
  expect(guard({ ...nobody, loading: true, user, session: session() }, asked)).toEqual({ show: 'waiting' })
})

test('a signed-in person sees the content', () => {
  expect(guard({ ...nobody, user, session: session() }, asked)).toEqual({ show: 'content' })
})

test('a stranger is sent to sign in, and the whole requested path is remembered', () => {
  expect(guard(nobody, asked)).toEqual({ show: 'sign-in', from: '/crm/contacts/7?tab=tasks#last' })
})

test('whoever has an authenticator app shows its code before anything is shown to them', () => {
  const withApp = (aal: string, change: Partial<Factor> = {}) =>
    guard({ ...nobody, user, session: session(aal, [{ ...app, ...change } as Factor]) }, asked).show
  expect(withApp('aal1')).toBe('sign-in')
  expect(withApp('aal2')).toBe('content')
  // An app that never showed a code does not count yet.
  expect(withApp('aal1', { status: 'unverified' })).toBe('content')
})

test('whose session ended by itself keeps the page, behind the question who they are', () => {
  const interrupted = { user, session: session() }
  expect(guard({ ...nobody, interrupted }, asked)).toEqual({ show: 'sign-in-again', person: user })
  const back = session('aal1', [app])
  expect(guard({ ...nobody, user, session: back, interrupted }, asked).show).toBe('sign-in-again')
})

test('the way back is the remembered path', () => {
  expect(returnPath({ from: '/crm/contacts/7?tab=tasks#last' }, origin)).toBe('/crm/contacts/7?tab=tasks#last')
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
  expect(returnPath(state, origin)).toBeUndefined()
})

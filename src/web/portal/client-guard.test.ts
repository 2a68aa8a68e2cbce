import type { Session, User } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { clientGuard } from './client-guard.ts'

const location = { pathname: '/client-portal', search: '?tab=tasks', hash: '' }
const toSignIn = { show: 'sign-in', from: '/client-portal?tab=tasks' }
const signedIn = { loading: false, user: {} }
const person = { id: 'noa' } as User
const nothing = { error: null }

test.each([
  ['the session loads', { loading: true, user: null }, nothing, { show: 'waiting' }],
  [
    'signed out: redirected to sign in, and the requested path is remembered',
    { loading: false, user: null },
    nothing,
    toSignIn,
  ],
  ['the check is pending', signedIn, nothing, { show: 'waiting' }],
  ['the check failed', signedIn, { error: new Error('no answer') }, { show: 'failed' }],
  ['not a client: also redirected to sign in', signedIn, { error: null, data: { isClient: false } }, toSignIn],
  ['a client', signedIn, { error: null, data: { isClient: true } }, { show: 'content' }],
  [
    'a client whose next check failed',
    signedIn,
    { error: new Error('x'), data: { isClient: true } },
    { show: 'content' },
  ],
  [
    'an expired session: the screen stays mounted, whatever the check returns',
    { loading: false, user: null, interrupted: { user: person, session: {} as Session } },
    nothing,
    { show: 'sign-in-again', person },
  ],
])('%s', (_name, session, check, answer) => {
  expect(clientGuard(session, check, location)).toEqual(answer)
})

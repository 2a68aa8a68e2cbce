import type { Session, User } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { clientGuard } from './client-guard.ts'

const asked = { pathname: '/client-portal', search: '?tab=tasks', hash: '' }
const toSignIn = { show: 'sign-in', from: '/client-portal?tab=tasks' }
const somebody = { loading: false, user: {} }
const person = { id: 'noa' } as User
const nothing = { error: null }

test.each([
  ['the session loads', { loading: true, user: null }, nothing, { show: 'waiting' }],
  [
    'nobody is signed in: to the sign-in, and the origin is remembered',
    { loading: false, user: null },
    nothing,
    toSignIn,
  ],
  ['the check is under way', somebody, nothing, { show: 'waiting' }],
  ['the check failed', somebody, { error: new Error('no answer') }, { show: 'failed' }],
  ['somebody who is no client: also to the sign-in', somebody, { error: null, data: { isClient: false } }, toSignIn],
  ['a client', somebody, { error: null, data: { isClient: true } }, { show: 'content' }],
  [
    'a client whose next check failed',
    somebody,
    { error: new Error('x'), data: { isClient: true } },
    { show: 'content' },
  ],
  [
    'a client whose session ended by itself: the screen waits for them, whatever the check says meanwhile',
    { loading: false, user: null, interrupted: { user: person, session: {} as Session } },
    nothing,
    { show: 'sign-in-again', person },
  ],
])('%s', (_name, session, check, answer) => {
  expect(clientGuard(session, check, asked)).toEqual(answer)
})

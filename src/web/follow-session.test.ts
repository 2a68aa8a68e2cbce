import { QueryClient } from '@tanstack/react-query'
import { type AuthChangeEvent, createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#client/database.types.ts'
import type { SessionState } from '#client/session.ts'
import { businessProfileKey } from '#platform/business-profile/business-profile.data.ts'
import { followSession } from './follow-session.ts'

const wiped = vi.fn(async () => true)
let storedSession: string | null = null
let pushOwner: string | null = null
beforeEach(() => {
  wiped.mockClear()
  storedSession = pushOwner = null
  vi.stubGlobal('location', new URL('http://localhost/client-portal'))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'push-owner' ? pushOwner : storedSession),
    removeItem: () => (pushOwner = null),
  })
  vi.stubGlobal('caches', { keys: async () => ['offline-of-noa', 'portal-shell-1'], delete: wiped })
})
afterEach(() => vi.unstubAllGlobals())

/** A session whose auth events the test emits, and a query client under observation. */
function open() {
  const queries = new QueryClient()
  const invalidate = vi.spyOn(queries, 'invalidateQueries')
  const clear = vi.spyOn(queries, 'clear')
  let emit: (event: AuthChangeEvent, state: SessionState, changed: boolean) => void = () => {}
  const session = {
    read: () => ({ user: null }) as SessionState,
    onAuthChange(listener: typeof emit) {
      emit = listener
      return () => {}
    },
  }
  const backend = createClient<Database>('http://backend.test', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: () => Promise.resolve(Response.json([])) },
  })
  followSession(session, queries, backend)
  const change = (event: AuthChangeEvent, userId: string | null, changed = true, interrupted = false) =>
    emit(event, { user: userId && { id: userId }, interrupted: interrupted ? {} : null } as SessionState, changed)
  return { change, invalidate, clear }
}

test('spec §4: an auth state change refetches the business profile', () => {
  vi.useFakeTimers()
  const { change, invalidate } = open()
  for (const event of ['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT'] as const) {
    invalidate.mockClear()
    change(event, event === 'SIGNED_OUT' ? null : 'noa')
    expect(invalidate, event).toHaveBeenCalledExactlyOnceWith({ queryKey: businessProfileKey })
  }
  invalidate.mockClear()
  change('TOKEN_REFRESHED', null, false)
  expect(invalidate).not.toHaveBeenCalled()
  vi.useRealTimers()
})

test('queries are cleared when the user changes, but not while an expired session waits for the same user', () => {
  vi.useFakeTimers()
  const { change, clear } = open()
  change('SIGNED_IN', 'noa')
  clear.mockClear()
  change('SIGNED_OUT', null, true, true)
  expect(clear).not.toHaveBeenCalled()
  change('SIGNED_IN', 'dan')
  expect(clear).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('the offline store is wiped at sign-out and for another user, but not after a failed session refresh', async () => {
  const { change } = open()
  change('SIGNED_IN', 'noa')
  change('SIGNED_OUT', null, true, true)
  storedSession = JSON.stringify({ access_token: 'a', refresh_token: 'r', user: { id: 'noa' }, expires_at: 0 })
  change('INITIAL_SESSION', null)
  change('SIGNED_IN', 'noa')
  await Promise.resolve()
  expect(wiped).not.toHaveBeenCalled()
  storedSession = null
  change('SIGNED_OUT', null)
  await expect.poll(() => wiped.mock.calls).toEqual([['offline-of-noa']])
  change('SIGNED_IN', 'dan')
  await expect.poll(() => wiped.mock.calls).toEqual([['offline-of-noa'], ['offline-of-noa']])
})

test('push subscriptions of a browser are removed at sign-out and when another user signs in', async () => {
  const unsubscribe = vi.fn(async () => true)
  const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  pushOwner = 'noa'
  const { change } = open()
  storedSession = JSON.stringify({ access_token: 'a', refresh_token: 'r', user: { id: 'noa' }, expires_at: 0 })
  change('INITIAL_SESSION', 'noa')
  expect(pushOwner).toBe('noa')
  storedSession = null
  change('SIGNED_OUT', null)
  await expect.poll(() => [pushOwner, unsubscribe.mock.calls.length]).toEqual([null, 2])
  pushOwner = 'noa'
  change('SIGNED_IN', 'dan')
  await expect.poll(() => [pushOwner, unsubscribe.mock.calls.length]).toEqual([null, 4])
})

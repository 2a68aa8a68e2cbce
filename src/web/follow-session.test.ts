import { QueryClient } from '@tanstack/react-query'
import type { AuthChangeEvent } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import type { Backend } from '#client/backend.ts'
import type { SessionState } from '#client/session.ts'
import { businessProfileKey } from '#features/business-profile/business-profile.data.ts'
import { followSession } from './follow-session.ts'

/** A session that says what it is told to, and a memory that is listened to. */
function open() {
  const queries = new QueryClient()
  const invalidate = vi.spyOn(queries, 'invalidateQueries')
  const clear = vi.spyOn(queries, 'clear')
  let tell: (event: AuthChangeEvent, state: SessionState, changed: boolean) => void = () => {}
  const session = {
    read: () => ({ user: null }) as SessionState,
    onAuthChange(listener: typeof tell) {
      tell = listener
      return () => {}
    },
  }
  followSession(session, queries, {} as Backend)
  const say = (event: AuthChangeEvent, userId: string | null, changed = true, interrupted = false) =>
    tell(event, { user: userId && { id: userId }, interrupted: interrupted ? {} : null } as SessionState, changed)
  return { say, invalidate, clear }
}

test('spec §4: an auth state change also reads the business profile again', () => {
  vi.useFakeTimers()
  const { say, invalidate } = open()
  for (const event of ['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT'] as const) {
    invalidate.mockClear()
    say(event, event === 'SIGNED_OUT' ? null : 'noa')
    expect(invalidate, event).toHaveBeenCalledExactlyOnceWith({ queryKey: businessProfileKey })
  }
  invalidate.mockClear()
  say('TOKEN_REFRESHED', null, false)
  expect(invalidate).not.toHaveBeenCalled()
  vi.useRealTimers()
})

test('what was read for one person is not shown to the next, and a screen that waits for its person forgets nothing', () => {
  vi.useFakeTimers()
  const { say, clear } = open()
  say('SIGNED_IN', 'noa')
  clear.mockClear()
  say('SIGNED_OUT', null, true, true)
  expect(clear).not.toHaveBeenCalled()
  say('SIGNED_IN', 'dan')
  expect(clear).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

import { createClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { reportSessionErrors } from './session-errors.ts'

const family = { id: '2b7c8e4a-1d3f-4a5b-9c6d-7e8f9a0b1c2d', email: 'noa@example.com' }
const expired = {
  access_token: `h.${Buffer.from(JSON.stringify({ exp: 1 })).toString('base64url')}.s`,
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 1,
  user: family,
}

/** The official client with an expired stored session. `answer` is the response to its refresh. */
async function wakeUp(answer: () => Promise<Response>) {
  const warnings: string[] = []
  const stored = new Map([['session', JSON.stringify(expired)]])
  const { auth } = createClient('http://localhost:3000', 'key', {
    auth: {
      storageKey: 'session',
      autoRefreshToken: false,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    },
    global: { fetch: reportSessionErrors(answer, (message) => warnings.push(message)) },
  })
  const { data } = await auth.getSession()
  return { session: data.session, warnings, stored }
}

test('a refused refresh of a stored session is logged to the console with its code', async () => {
  const refusal = { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' }
  const { session, warnings, stored } = await wakeUp(() =>
    Promise.resolve(Response.json(refusal, { status: 400, headers: { 'x-supabase-api-version': '2024-01-01' } })),
  )
  expect(session).toBeNull()
  expect(stored.size).toBe(0)
  expect(warnings).toEqual(['The session was not refreshed: 400 refresh_token_not_found'])
})

test('an unreachable server is logged to the console, at most three times in thirty seconds', async () => {
  vi.useFakeTimers()
  const woken = wakeUp(() => Promise.reject(new TypeError('no network')))
  await vi.advanceTimersByTimeAsync(60_000)
  const { warnings, stored } = await woken
  expect(stored.size).toBe(1)
  expect(new Set(warnings)).toEqual(new Set(['The session was not refreshed: no connection to the server']))
  expect(warnings.length).toBeLessThanOrEqual(6)
  vi.useRealTimers()
})

test('other failed requests are not logged as session errors', async () => {
  const warn = vi.fn()
  const send = reportSessionErrors(() => Promise.resolve(Response.json({}, { status: 400 })), warn)
  await send('http://localhost:3000/auth/v1/token?grant_type=password')
  await send('http://localhost:3000/rest/v1/tags')
  expect(warn).not.toHaveBeenCalled()
})

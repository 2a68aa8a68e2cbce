import { expect, test } from 'vitest'
import { failures, storeNewState, parseCallback, consumeState } from './oauth-state.ts'

function openStorage() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}
const closed = () => {
  throw new Error('storage is closed')
}

test('a state is stored once, is unique, and is removed when read', () => {
  const storage = openStorage()
  const state = storeNewState(() => storage)
  expect(state).toMatch(/^[0-9a-f]{64}$/)
  expect(storeNewState(() => openStorage())).not.toBe(state)
  expect(consumeState(() => storage)).toBe(state)
  expect(consumeState(() => storage)).toBeNull()
})

test('without session storage the flow cannot start, and the callback has no state', () => {
  expect(() => storeNewState(closed)).toThrow()
  expect(consumeState(closed)).toBeNull()
})

const refused = 'Google OAuth error'
const noCode = 'No authorization code received'
const wrongState = 'Invalid state parameter - possible CSRF attack'

test.each([
  ['consent cancelled', 'error=access_denied&state=s', 's', refused],
  ['another error', 'error=server_error&code=c&state=s', 's', refused],
  ['an empty error', 'error=', 's', refused],
  ['no code', 'state=s', 's', noCode],
  ['an empty code', 'code=&state=s', 's', noCode],
  ['no code and a wrong state', 'state=x', 's', noCode],
  ['another state', 'code=c&state=x', 's', wrongState],
  ['no state', 'code=c', 's', wrongState],
  ['nothing stored', 'code=c&state=s', null, wrongState],
  ['no stored and no returned state', 'code=c', null, wrongState],
  ['an empty state on both sides', 'code=c&state=', '', wrongState],
])('spec §5: %s has its own error message', (_name, search, stored, message) => {
  const result = parseCallback(new URLSearchParams(search), stored)
  expect(result).toEqual({ failure: expect.any(String) })
  if ('failure' in result) expect(failures[result.failure]).toBe(message)
})

test('spec §5: an unauthenticated user gets a separate message', () => {
  expect(failures.not_signed_in).toBe('User not authenticated')
})

test('a code with the stored state is accepted', () => {
  expect(parseCallback(new URLSearchParams('code=c&state=s'), 's')).toEqual({ code: 'c' })
})

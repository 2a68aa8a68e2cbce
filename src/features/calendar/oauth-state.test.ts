import { expect, test } from 'vitest'
import { failures, storeNewState, parseCallback, takeState } from './oauth-state.ts'

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

test('a state is stored once, is unique, and reading it removes it', () => {
  const storage = openStorage()
  const state = storeNewState(() => storage)
  expect(state).toMatch(/^[0-9a-f]{64}$/)
  expect(storeNewState(() => openStorage())).not.toBe(state)
  expect(takeState(() => storage)).toBe(state)
  expect(takeState(() => storage)).toBeNull()
})

test('without session storage the flow cannot start, and the callback finds no state', () => {
  expect(() => storeNewState(closed)).toThrow()
  expect(takeState(closed)).toBeNull()
})

test.each([
  ['consent cancelled', 'error=access_denied&state=s', 's', failures.cancelled],
  ['another error', 'error=server_error&code=c&state=s', 's', failures.refused],
  ['an empty error', 'error=', 's', failures.refused],
  ['no code', 'state=s', 's', failures.no_code],
  ['an empty code', 'code=&state=s', 's', failures.no_code],
  ['no code and a wrong state', 'state=x', 's', failures.no_code],
  ['another state', 'code=c&state=x', 's', failures.wrong_state],
  ['no state', 'code=c', 's', failures.wrong_state],
  ['nothing stored', 'code=c&state=s', null, failures.wrong_state],
  ['no stored and no returned state', 'code=c', null, failures.wrong_state],
  ['an empty state on both sides', 'code=c&state=', '', failures.wrong_state],
])('spec §5: %s has its own error message', (_name, search, stored, words) => {
  const result = parseCallback(new URLSearchParams(search), stored)
  expect(result).toEqual({ failure: expect.any(String) })
  if ('failure' in result) expect(failures[result.failure]).toBe(words)
})

test('a code with the stored state continues', () => {
  expect(parseCallback(new URLSearchParams('code=c&state=s'), 's')).toEqual({ code: 'c' })
})

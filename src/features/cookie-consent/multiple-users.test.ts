import { afterEach, expect, test, vi } from 'vitest'
import type { Backend } from '#client/backend.ts'
import { shareCookieChoice } from './cookie-consent.data.ts'
import { everything, preferencesKey, preferencesOf } from './preferences.ts'

const selected = preferencesOf(everything, new Date())

/** A browser with a stored choice, and a server that stores the owner of each id. */
function open(storage: Record<string, string>) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
  })
  const rows: { id: string; user_id: string; chosen_at: string }[] = []
  const of = (userId: string) => {
    const answer = {
      select: () => answer,
      eq: () => answer,
      order: () => answer,
      limit: () => answer,
      maybeSingle: () => Promise.resolve({ data: rows.findLast((row) => row.user_id === userId) ?? null, error: null }),
    }
    const invoke = (_name: string, { body }: { body: { id: string; consentDate: string } }) => {
      const { id, consentDate: chosen_at, ...choice } = body
      const before = rows.find((row) => row.id === id)
      if (!before) rows.push({ id, user_id: userId, chosen_at, ...choice })
      return Promise.resolve({ data: { taken: before !== undefined && before.user_id !== userId } })
    }
    return { from: () => answer, functions: { invoke } } as unknown as Backend
  }
  return { rows, load: (userId: string) => shareCookieChoice(of(userId), userId) }
}

afterEach(() => vi.unstubAllGlobals())

test('two users of one browser get one record each, no matter how often they return', async () => {
  const { rows, load } = open({ [preferencesKey]: JSON.stringify(selected), 'cookie-consent-id': 'first' })
  for (const userId of ['noa', 'noa', 'dan', 'dan', 'noa', 'dan']) await load(userId)
  expect(rows.map(({ user_id }) => user_id)).toEqual(['noa', 'dan'])
  expect(rows[0]!.id).toBe('first')
})

test('without a choice or local storage nothing is recorded', async () => {
  const browsers: Record<string, string>[] = [{}, { [preferencesKey]: '{', 'cookie-consent-id': 'x' }]
  for (const storage of browsers) {
    const { rows, load } = open(storage)
    await load('noa')
    expect(rows).toEqual([])
  }
})

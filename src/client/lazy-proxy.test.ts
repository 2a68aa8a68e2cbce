import { expect, test, vi } from 'vitest'
import { lazyProxy } from './lazy-proxy.ts'

const thing = {
  say: (word: string) => Promise.resolve(word),
  inner: { twice: (word: string) => Promise.resolve(word + word) },
}

test('calls at any depth that are made before the target is loaded run after the load', async () => {
  const fetch = vi.fn(() => Promise.resolve(thing))
  const early = lazyProxy(fetch, { lost: () => 'lost' })
  expect(await Promise.all([early.say('שלום'), early.inner.twice('לה')])).toEqual(['שלום', 'להלה'])
})

test('a failed load resolves pending calls with the fallback, and the next call loads again', async () => {
  const fetch = vi.fn(() => Promise.resolve(thing)).mockRejectedValueOnce(new TypeError('no network'))
  const early = lazyProxy(fetch, { lost: (error) => String(error) })
  expect(await early.say('שלום')).toBe('TypeError: no network')
  expect(await early.say('שלום')).toBe('שלום')
})

test('results and rejections of the target pass through unchanged', async () => {
  const early = lazyProxy(() => Promise.resolve({ say: () => Promise.reject(new Error('no')) }), { lost: () => 'lost' })
  await expect(early.say()).rejects.toThrow('no')
})

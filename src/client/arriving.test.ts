import { expect, test, vi } from 'vitest'
import { arriving } from './arriving.ts'

const thing = {
  say: (word: string) => Promise.resolve(word),
  inner: { twice: (word: string) => Promise.resolve(word + word) },
}

test('what is called before the thing is there is called once it is, at whatever depth', async () => {
  const fetch = vi.fn(() => Promise.resolve(thing))
  const early = arriving(fetch, { lost: () => 'lost' })
  expect(await Promise.all([early.say('שלום'), early.inner.twice('לה')])).toEqual(['שלום', 'להלה'])
})

test('a thing that does not come is answered for, and comes when it is asked again', async () => {
  const fetch = vi.fn(() => Promise.resolve(thing)).mockRejectedValueOnce(new TypeError('no network'))
  const early = arriving(fetch, { lost: (error) => String(error) })
  expect(await early.say('שלום')).toBe('TypeError: no network')
  expect(await early.say('שלום')).toBe('שלום')
})

test('what the thing itself says stays what it says, a refusal too', async () => {
  const early = arriving(() => Promise.resolve({ say: () => Promise.reject(new Error('no')) }), { lost: () => 'lost' })
  await expect(early.say()).rejects.toThrow('no')
})

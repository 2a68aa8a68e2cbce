import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { createPageCache, isPage } from './page-cache.ts'

const rendered = { status: 200, html: '<p>', headers: {} }

test('a page is kept until its time has come, and one without a time for good', async () => {
  const cache = createPageCache()
  await cache.make('ever', async () => rendered)
  await cache.make('ahead', async () => ({ ...rendered, untilMs: Date.now() + 3_600_000 }))
  const over = await cache.make('over', async () => ({ ...rendered, untilMs: Date.now() }))
  expect(isPage(over)).toBe(true)
  expect(['ever', 'ahead', 'over'].map((key) => cache.ready(key) !== undefined)).toEqual([true, true, false])
})

test('a page is sent as soon as it is made, and packed as small as can be for those who come after', async () => {
  const cache = createPageCache()
  const html = Array.from({ length: 2000 }, (_, n) => `<p class="${n % 7}">${(n * 7919) % 1009}</p>`).join('')
  const first = await cache.make('page', async () => ({ ...rendered, html }))
  const sent = isPage(first) ? first.br!.body.length : 0
  await eventually(() => expect(cache.ready('page')!.br!.body.length).toBeLessThan(sent))
  expect(cache.ready('page')!.etag).toBe(isPage(first) && first.etag)
})

test('a page that was forgotten before it was packed stays forgotten', async () => {
  const cache = createPageCache()
  await cache.make('old', async () => rendered)
  cache.clear()
  await cache.make('new', async () => rendered)
  const before = cache.ready('new')
  // One after the other: when the second is packed, the turn of the first has passed.
  await eventually(() => expect(cache.ready('new')).not.toBe(before))
  expect(cache.ready('old')).toBeUndefined()
})

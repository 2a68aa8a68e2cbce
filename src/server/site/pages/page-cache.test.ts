import { expect, test } from 'vitest'
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

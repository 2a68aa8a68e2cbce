import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { createPageCache, isPage, type RenderedResponse } from './page-cache.ts'

const rendered = { status: 200, html: '<p>', headers: {} }

test('a page is cached until its expiry, or without one indefinitely', async () => {
  const cache = createPageCache()
  await cache.make('ever', async () => rendered)
  await cache.make('ahead', async () => ({ ...rendered, untilMs: Date.now() + 3_600_000 }))
  const over = await cache.make('over', async () => ({ ...rendered, untilMs: Date.now() }))
  expect(isPage(over)).toBe(true)
  expect(['ever', 'ahead', 'over'].map((key) => cache.ready(key) !== undefined)).toEqual([true, true, false])
})

test('a page is sent as soon as it is rendered, and recompressed at the best quality for later requests', async () => {
  const cache = createPageCache()
  const html = Array.from({ length: 2000 }, (_, n) => `<p class="${n % 7}">${(n * 7919) % 1009}</p>`).join('')
  const first = await cache.make('page', async () => ({ ...rendered, html }))
  const sent = isPage(first) ? first.br!.body.length : 0
  await eventually(() => expect(cache.ready('page')!.br!.body.length).toBeLessThan(sent))
  expect(cache.ready('page')!.etag).toBe(isPage(first) && first.etag)
})

test('a page that is cleared before it was recompressed stays cleared', async () => {
  const cache = createPageCache()
  await cache.make('old', async () => rendered)
  cache.clear()
  await cache.make('new', async () => rendered)
  const before = cache.ready('new')
  // Recompression is sequential: when the second page is done, so is the first.
  await eventually(() => expect(cache.ready('new')).not.toBe(before))
  expect(cache.ready('old')).toBeUndefined()
})

test('an expired page is rendered again, and sent stale if that fails', async () => {
  const errors: unknown[] = []
  const cache = createPageCache({ onStale: (error) => errors.push(error) })
  const bodyOf = async (render: () => Promise<RenderedResponse>) => {
    const page = await cache.make('/', render)
    return isPage(page) ? page.plain.body.toString() : undefined
  }
  const page = (html: string) => async (): Promise<RenderedResponse> => ({ status: 200, html, headers: {} })
  const broken = () => Promise.reject(new Error('the database is away'))
  await bodyOf(page('first'))
  cache.expire()
  expect(cache.ready('/')).toBeUndefined()
  expect(await bodyOf(broken)).toBe('first')
  expect(errors).toEqual([new Error('the database is away')])
  expect(await bodyOf(page('second'))).toBe('second')
  cache.clear()
  await expect(bodyOf(broken)).rejects.toThrow('the database is away')
})

test('a page that no longer exists is not sent stale', async () => {
  const cache = createPageCache()
  await cache.make('/', async () => ({ status: 200, html: 'gone soon', headers: {} }))
  cache.expire()
  expect(await cache.make('/', async () => undefined)).toBeUndefined()
  await expect(cache.make('/', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
})

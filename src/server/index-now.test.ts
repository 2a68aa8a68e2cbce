import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { SitePage } from '#features/seo/seo.ts'
import { startIndexNow } from '../../test/index-now.ts'
import { mountIndexNowKey, openIndexNow } from './index-now.ts'

const siteUrl = 'https://example.co.il'
const app = fastify({ logger: false })
const engine = await startIndexNow(async (path) => {
  const { statusCode, body } = await app.inject(path)
  return statusCode === 200 ? body : undefined
})
const settings = { key: 'a1b2c3d4e5f6', url: engine.url }
mountIndexNowKey(app, settings)
afterAll(async () => {
  await engine.stop()
  await app.close()
})

const page = (path: string, modifiedAt: string | null, changes: Partial<SitePage> = {}): SitePage => ({
  path,
  own: { title: '', description: '', image: null, canonical: null },
  title: '',
  description: '',
  image: null,
  canonical: siteUrl + encodeURI(path),
  isHidden: false,
  hidesItself: false,
  modifiedAt,
  ...changes,
})

function open(pages: SitePage[]) {
  let at = Date.parse('2026-11-28T10:00:00Z')
  const opened = openIndexNow({ settings, siteUrl, listPages: async () => pages, now: () => new Date(at) })!
  engine.submitted.length = 0
  return { run: opened.tasks.submit_index_now, pass: (minutes: number) => void (at += minutes * 60_000) }
}

test('a published page is submitted once; hidden, non-canonical and unchanged pages are not submitted', async () => {
  const { run, pass } = open([
    page('/about', '2026-11-28T10:02:00Z'),
    page('/blog/שלום', '2026-11-28T10:03:00Z'),
    page('/hidden', '2026-11-28T10:02:00Z', { isHidden: true }),
    page('/copy', '2026-11-28T10:02:00Z', { canonical: `${siteUrl}/about` }),
    page('/old', '2026-01-01T10:00:00Z'),
    page('/faq', null),
  ])
  pass(5)
  await run()
  expect(engine.submitted).toEqual([[`${siteUrl}/about`, `${siteUrl}/blog/%D7%A9%D7%9C%D7%95%D7%9D`]])
  pass(5)
  await run()
  expect(engine.submitted).toHaveLength(1)
})

test('a page whose submission failed is submitted by the next run', async () => {
  const { run, pass } = open([page('/about', '2026-11-28T10:02:00Z')])
  engine.refuse(429, 503)
  pass(5)
  await expect(run()).rejects.toThrow('IndexNow answered 429')
  await expect(run()).rejects.toThrow('IndexNow answered 503')
  pass(60)
  await run()
  expect(engine.submitted).toEqual([[`${siteUrl}/about`]])
})

test('after a start, pages changed within the last day are submitted, because an earlier submission may have failed', async () => {
  const pages = [page('/about', '2026-11-27T10:02:00Z'), page('/old', '2026-11-27T09:58:00Z')]
  const { run, pass } = open(pages)
  pass(5)
  await run()
  expect(engine.submitted).toEqual([[`${siteUrl}/about`]])
})

test('without a key there is neither a task nor a key file', async () => {
  expect(openIndexNow({ settings: undefined, siteUrl, listPages: async () => [] })).toBeUndefined()
  const bare = fastify({ logger: false })
  mountIndexNowKey(bare, undefined)
  expect((await bare.inject('/a1b2c3d4e5f6.txt')).statusCode).toBe(404)
  await bare.close()
})

import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { createPageResponder } from './page-responder.ts'

let rendered = 0
const renderer = {
  dev: false,
  open: async () => ({
    renderPage: async () => {
      rendered++
      return { html: Buffer.from('<!doctype html>') }
    },
  }),
  tagsOf: async () => ({}),
  transformHtml: async (_path: string, html: Buffer) => html,
}
const responder = createPageResponder({
  renderer,
  readFacts: async () => ({}),
  readSeo: async () => ({}),
  backend: {},
  siteUrl: 'https://beit.example',
  resolveRedirect: async () => undefined,
  isDatabaseUp: () => true,
  log: { error() {} },
} as never)
const app = fastify()
app.get('/faq', (request, reply) => responder.page(request, reply, 'faq.tsx', ['q'], { isTestRunning: false }))
app.setNotFoundHandler((request, reply) => responder.notFound(request, reply))
afterAll(() => app.close())
const statusOf = async (url: string, remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode

test('one client may have a limited number of pages rendered for it; cached pages and other clients are served', async () => {
  expect([await statusOf('/faq', '203.0.113.7'), await statusOf('/nothing', '203.0.113.7')]).toEqual([200, 404])
  rendered = 0
  // More tokens may be refilled while the pages are rendered.
  let last = 200
  for (let i = 0; last === 200 && i < 60_000; i++) last = await statusOf('/faq?q=a', '203.0.113.7')
  expect(last).toBe(429)
  expect(rendered).toBeGreaterThanOrEqual(600)
  expect(await statusOf('/faq', '203.0.113.7')).toBe(200)
  expect(await statusOf('/nothing', '203.0.113.7')).toBe(404)
  expect(await statusOf('/faq?q=a', '203.0.113.8')).toBe(200)
  expect(await statusOf('/nothing?q=a', '203.0.113.8')).toBe(404)
})

import { expect, test } from 'vitest'
import { testSite } from '../../../../test/site-app.ts'

let rendered = 0
const { app } = await testSite({ onRender: () => rendered++ })
const statusOf = async (url: string, remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode

test('one client may have a limited number of pages rendered for it; cached pages and other clients are served', async () => {
  const [client, other] = ['203.0.113.7', '203.0.113.8']
  expect([await statusOf('/faq', client), await statusOf('/nothing', client)]).toEqual([200, 404])
  rendered = 0
  // More tokens may be refilled while the pages are rendered.
  let last = 200
  for (let i = 0; last === 200 && i < 10_000; i++) last = await statusOf('/faq?q=a', client)
  expect(last).toBe(429)
  expect(rendered).toBeGreaterThanOrEqual(600)
  expect([await statusOf('/faq', client), await statusOf('/nothing', client)]).toEqual([200, 404])
  expect([await statusOf('/faq?q=a', other), await statusOf('/nothing?q=a', other)]).toEqual([200, 404])
})

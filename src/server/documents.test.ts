import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { standInForDocuments } from './documents.ts'

test('a local site runs a local stand-in for the document service, bound to the loopback interface', async () => {
  const { settings, stop } = await standInForDocuments(readConfig({}))
  expect(settings?.apiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
  await stop()
})

test('no stand-in for the document service runs with a public URL', async () => {
  const { settings } = await standInForDocuments(readConfig({ SITE_URL: 'https://example.com' }))
  expect(settings).toBeUndefined()
})

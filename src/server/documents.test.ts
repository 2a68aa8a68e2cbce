import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { standInForDocuments } from './documents.ts'

test('a local site has a stand-in of the document service, on this machine only', async () => {
  const { settings, stop } = await standInForDocuments(readConfig({}))
  expect(settings?.apiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
  await stop()
})

test('under a public address no stand-in of the document service starts', async () => {
  const { settings } = await standInForDocuments(readConfig({ SITE_URL: 'https://example.com' }))
  expect(settings).toBeUndefined()
})

import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { standInForGateways } from './stand-in-gateways.ts'

test('a local site runs a local stand-in for both payment providers, bound to the loopback interface', async () => {
  const standIn = await standInForGateways(readConfig({}))
  expect(standIn.settings?.cardcom.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v11$/)
  expect(standIn.settings?.payplus.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\.0$/)
  await standIn.stop()
})

test('no stand-in for a payment provider runs with a public URL', async () => {
  const { settings } = await standInForGateways(readConfig({ SITE_URL: 'https://example.com' }))
  expect(settings).toBeUndefined()
})

import { type Browser, expect } from '@playwright/test'
import { openWindow, signIn } from './browser-helpers.ts'

/**
 * The owner selects a payment provider. Its keys are missing, so payments use a local stand-in. Returns the owner's window, and request
 * headers with the owner's token.
 */
export async function chooseGateway(browser: Browser, provider: 'cardcom' | 'payplus') {
  const opened = await openWindow(browser)
  const { page } = opened
  // Requests before the sign-in have only the public key.
  const pendingRequest = page.waitForRequest((request) => {
    const { apikey, authorization } = request.headers()
    return request.url().includes('/rest/v1/') && authorization !== `Bearer ${apikey}`
  })
  await signIn(page, 'owner')
  const { apikey = '', authorization = '' } = await (await pendingRequest).allHeaders()
  const headers = { apikey, authorization, 'content-type': 'application/json' }
  const response = await page.request.post('/rest/v1/rpc/choose_gateway', { headers, data: { chosen: provider } })
  expect(response.ok()).toBe(true)
  return { ...opened, headers }
}

import { afterEach, expect, test, vi } from 'vitest'
import { endPush } from './push.data.ts'

afterEach(() => vi.unstubAllGlobals())

/** A fake browser with subscriptions and displayed notifications. */
function stubBrowser(subscription: { unsubscribe(): Promise<boolean> } | null, close = () => {}) {
  const registration = {
    pushManager: { getSubscription: async () => subscription },
    getNotifications: async () => [{ close }],
  }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
}

test('disabling push removes the subscriptions of this browser and closes displayed notifications', async () => {
  const [unsubscribe, close] = [vi.fn(async () => true), vi.fn()]
  stubBrowser({ unsubscribe }, close)
  await endPush()
  // One subscription of the CRM and one of the portal.
  expect([unsubscribe.mock.calls.length, close.mock.calls.length]).toEqual([2, 2])
})

test('disabling push does nothing in a browser without a subscription or without service workers', async () => {
  stubBrowser(null)
  await endPush()
  vi.stubGlobal('navigator', {})
  await endPush()
})

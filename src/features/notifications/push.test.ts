import { afterEach, expect, test, vi } from 'vitest'
import { endPush } from './push.data.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser of which only the subscriptions are of interest, and what it shows. */
function stubBrowser(subscription: { unsubscribe(): Promise<boolean> } | null, close = () => {}) {
  const registration = {
    pushManager: { getSubscription: async () => subscription },
    getNotifications: async () => [{ close }],
  }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
}

test('the subscriptions of this browser are ended, and what was shown is taken away', async () => {
  const [unsubscribe, close] = [vi.fn(async () => true), vi.fn()]
  stubBrowser({ unsubscribe }, close)
  await endPush()
  // Of the CRM and of the portal.
  expect([unsubscribe.mock.calls.length, close.mock.calls.length]).toEqual([2, 2])
})

test('a browser without a subscription, or without service workers, is left as it is', async () => {
  stubBrowser(null)
  await endPush()
  vi.stubGlobal('navigator', {})
  await endPush()
})

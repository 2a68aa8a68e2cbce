import { afterEach, expect, test, vi } from 'vitest'
import { endPush } from './push.data.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser of which only the subscription is of interest. */
function stubBrowser(subscription: { unsubscribe(): Promise<boolean> } | null) {
  const registration = { pushManager: { getSubscription: async () => subscription } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
}

test('a subscription of this browser is ended, and a browser without one is left as it is', async () => {
  const unsubscribe = vi.fn(async () => true)
  stubBrowser({ unsubscribe })
  await endPush()
  expect(unsubscribe).toHaveBeenCalledOnce()
  stubBrowser(null)
  await endPush()
  vi.stubGlobal('navigator', {})
  await endPush()
  expect(unsubscribe).toHaveBeenCalledOnce()
})

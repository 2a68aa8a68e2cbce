// Functions for tests with a paused page clock.
import { expect, type Page, type Request } from '@playwright/test'

export const second = 1_000

/** Flushes pending work of the page. */
export const settled = (page: Page) => page.evaluate(async () => void (await (await fetch('/favicon.svg')).text()))

/** Returns a function that resolves when the page has handled the responses to all requests for rows since this call. */
export function answered(page: Page) {
  const pending = new Set<Request>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/rest/v1/')) pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return async () => {
    await settled(page)
    await expect.poll(() => pending.size).toBe(0)
    await settled(page)
  }
}

/** Counts the requests to a URL. */
export function counted(page: Page, isMeant: (url: URL, method: string) => boolean) {
  let count = 0
  page.on('request', (request) => {
    if (isMeant(new URL(request.url()), request.method())) count += 1
  })
  return () => count
}

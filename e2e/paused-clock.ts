// Functions for tests with a paused page clock.
import type { Page } from '@playwright/test'

export const second = 1_000

/** Flushes pending work of the page. */
export const settled = (page: Page) => page.evaluate(async () => void (await (await fetch('/favicon.svg')).text()))

/** Counts the requests to a URL. */
export function counted(page: Page, isMeant: (url: URL, method: string) => boolean) {
  let count = 0
  page.on('request', (request) => {
    if (isMeant(new URL(request.url()), request.method())) count += 1
  })
  return () => count
}

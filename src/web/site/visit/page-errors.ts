// Error reporting of a public page, with the same filters as the app. Loaded on the first error.
import { openErrors, sendToServer, recordUncaught } from '#client/errors.ts'

const errors = openErrors({
  report: sendToServer,
  // The browser has already logged uncaught errors.
  warn() {},
  path: () => location.pathname,
})

export const recordPageError = (event: Event) => recordUncaught(event as ErrorEvent | PromiseRejectionEvent, errors)

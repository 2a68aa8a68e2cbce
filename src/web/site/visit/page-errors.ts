// What goes wrong on a page of the site, by the same filters as in the app. Loaded when it happens for the first time.
import { openErrors, sendToServer, recordUncaught } from '#client/errors.ts'

const errors = openErrors({
  send: sendToServer,
  // The console has it already: nothing was caught.
  warn() {},
  path: () => location.pathname,
})

export const take = (event: Event) => recordUncaught(event as ErrorEvent | PromiseRejectionEvent, errors)

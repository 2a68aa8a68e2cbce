// What Google's door throws, as the caller may know it and as it is noted at the connection.
import { Refusal } from '#kernel/errors.ts'
import { GoogleRefused, GoogleUnreachable } from '#integrations/google-calendar.ts'
import { type CalendarFault, refusals } from './calendar.ts'

/** Undefined for what is no answer of Google's. */
export function faultOf(error: unknown): CalendarFault | undefined {
  if (error instanceof GoogleUnreachable) return 'google_unreachable'
  if (!(error instanceof GoogleRefused)) return undefined
  return ['invalid_grant', 'invalid_token'].includes(error.reason) ? 'access_revoked' : 'google_refused'
}

export function toRefusal(error: unknown): unknown {
  const fault = faultOf(error)
  if (fault === 'google_unreachable') return new Refusal('google_unreachable', 503, refusals.google_unreachable)
  // A code that was used, has expired or is none.
  if (fault === 'access_revoked') return new Refusal('code_refused', 400, refusals.code_refused)
  if (fault === 'google_refused') return new Refusal('google_refused', 502, refusals.google_refused)
  return error
}

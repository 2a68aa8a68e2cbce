// Maps errors of the Google client to connection faults and to refusals.
import { Refusal } from '#kernel/errors.ts'
import { GoogleRefused, GoogleUnreachable } from '#integrations/google/request.ts'
import { type CalendarFault, refusals } from './calendar.ts'

/** Undefined for errors that are not Google's. */
export function faultOf(error: unknown): CalendarFault | undefined {
  if (error instanceof GoogleUnreachable) return 'google_unreachable'
  if (!(error instanceof GoogleRefused)) return undefined
  return ['invalid_grant', 'invalid_token'].includes(error.reason) ? 'access_revoked' : 'google_refused'
}

export function toRefusal(error: unknown): unknown {
  const fault = faultOf(error)
  if (fault === 'google_unreachable') return new Refusal('google_unreachable', 503, refusals.google_unreachable)
  // invalid_grant: the code was used, has expired or never existed.
  if (fault === 'access_revoked') return new Refusal('code_refused', 400, refusals.code_refused)
  if (fault === 'google_refused') return new Refusal('google_refused', 502, refusals.google_refused)
  return error
}

// Maps errors of the Google client to connection error codes and to refusals.
import { Refusal } from '#kernel/errors.ts'
import { GoogleRateLimited, GoogleRefused, GoogleUnreachable } from '#integrations/google/request.ts'
import { type CalendarErrorCode, refusals } from './calendar.ts'

/** The connection error code of a Google error; undefined for other errors. */
export function errorCodeOf(error: unknown): CalendarErrorCode | undefined {
  if (error instanceof GoogleUnreachable) return 'google_unreachable'
  if (error instanceof GoogleRateLimited) return 'google_rate_limited'
  if (!(error instanceof GoogleRefused)) return undefined
  if (['invalid_grant', 'invalid_token'].includes(error.reason)) return 'access_revoked'
  // Missing events are inserted, so a 404 means that the calendar is missing.
  return error.status === 404 ? 'calendar_missing' : 'google_refused'
}

const statuses = {
  google_unreachable: 503,
  google_rate_limited: 503,
  google_refused: 502,
  calendar_missing: 409,
} as const

export function toRefusal(error: unknown): unknown {
  const code = errorCodeOf(error)
  // invalid_grant: the code was used, has expired or never existed.
  if (code === 'access_revoked') return new Refusal('code_refused', 400, refusals.code_refused)
  if (code === undefined || code === 'keys_changed') return error
  return new Refusal(code, statuses[code], refusals[code])
}

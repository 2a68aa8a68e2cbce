// Error responses of the Calendar API, with Google's texts.
import type { Answer } from './consent.fake.ts'

const known = {
  authError: [401, 'Invalid Credentials'],
  insufficientPermissions: [403, 'Request had insufficient authentication scopes.'],
  rateLimitExceeded: [403, 'Rate Limit Exceeded'],
  userRateLimitExceeded: [403, 'User Rate Limit Exceeded'],
  quotaExceeded: [403, 'Calendar usage limits exceeded.'],
  requiredAccessLevel: [403, 'You need to have writer access to this calendar.'],
  notFound: [404, 'Not Found'],
  duplicate: [409, 'The requested identifier already exists.'],
  deleted: [410, 'Resource has been deleted'],
  fullSyncRequired: [410, 'Sync token is no longer valid, a full sync is required.'],
  conditionNotMet: [412, 'Precondition Failed'],
  required: [400, 'Missing required field.'],
  invalid: [400, 'Invalid Value'],
  timeRangeEmpty: [400, 'The specified time range is empty.'],
  channelIdNotUnique: [400, 'Channel id not unique'],
  'push.webhookUrlNotHttps': [400, 'WebHook callback must be HTTPS'],
  backendError: [503, 'Backend Error'],
} as const
export type ApiErrorReason = keyof typeof known

/** A rate limit responds with 403, or with 429 and the same reason. */
export function apiError(reason: ApiErrorReason, more: { status?: number; retryAfter?: number } = {}): Answer {
  const [usual, message] = known[reason]
  const status = more.status ?? usual
  const domain = /limit|quota/i.test(reason) ? 'usageLimits' : 'global'
  return {
    status,
    ...(more.retryAfter !== undefined && { headers: { 'retry-after': String(more.retryAfter) } }),
    body: { error: { errors: [{ domain, reason, message }], code: status, message } },
  }
}

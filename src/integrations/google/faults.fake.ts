// Fault injection: error responses that tests queue for later requests, optionally after the request took effect.
import type { Answer } from './consent.fake.ts'
import { type ApiErrorReason, apiError } from './api-errors.fake.ts'

export type OrderedFault = {
  reason: ApiErrorReason
  /** How many requests fail. Default 1. */
  times?: number
  /** Replaces the usual status, such as 429 for a rate limit. */
  status?: number
  /** Seconds. */
  retryAfter?: number
  /** Restricts the fault to requests whose method and path match, such as /^POST .*freeBusy/. */
  match?: RegExp
  /** The request takes effect before the error is returned. */
  isDone?: boolean
}

export function createFaults() {
  const ordered: (OrderedFault & { left: number })[] = []
  return {
    order: (fault: OrderedFault) => void ordered.push({ ...fault, left: fault.times ?? 1 }),
    /** The queued fault for this request, or the response of `perform`. */
    async answer(request: string, perform: () => Promise<Answer>): Promise<Answer> {
      const fault = ordered.find(({ left, match }) => left > 0 && (!match || match.test(request)))
      if (!fault) return perform()
      fault.left--
      if (fault.isDone) await perform()
      const { reason, status, retryAfter } = fault
      return apiError(reason, { ...(status && { status }), ...(retryAfter !== undefined && { retryAfter }) })
    },
  }
}

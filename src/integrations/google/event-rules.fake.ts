// Google's validation of an event.
import type { ApiErrorReason } from './api-errors.fake.ts'
import type { EventInput } from './event.fake.ts'
import { instantOf } from './event-lists.fake.ts'

/** `sequence` is the current one of the event. */
export function eventError({ id, start, end, ...event }: EventInput, sequence = 0): ApiErrorReason | undefined {
  // base32hex, in lower case
  if (id !== undefined && !/^[a-v0-9]{5,1024}$/.test(id)) return 'invalid'
  if (!start || !end) return 'required'
  const [from, to] = [instantOf(start), instantOf(end)]
  if (Number.isNaN(from) || Number.isNaN(to)) return 'invalid'
  if (from > to) return 'timeRangeEmpty'
  return event.sequence !== undefined && event.sequence < sequence ? 'invalid' : undefined
}

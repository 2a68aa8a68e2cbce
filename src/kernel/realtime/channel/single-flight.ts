// Deduplicates concurrent queries: after a restart, many channels run the same query at the same moment.
import { OverloadError } from './join.ts'

/** Enough for an event whose guests all join two topics within a second. */
const maxInFlight = 5000

/** Concurrent calls with the same key share one promise. With too many keys in flight it throws an OverloadError. */
export function singleFlight<Result>() {
  const inFlight = new Map<string, Promise<Result>>()

  return function share(key: string, run: () => Promise<Result>): Promise<Result> {
    const known = inFlight.get(key)
    if (known) return known
    if (inFlight.size >= maxInFlight)
      throw new OverloadError('IncreaseConnectionPool: Too many channels are joining at once, please try again')
    const result = run().finally(() => inFlight.delete(key))
    inFlight.set(key, result)
    return result
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

// Exceeds the time for the lookup, rendering and queueing of a mail.
const minimumMs = 60

/** Delays the result to a minimum duration, so that timing does not reveal whether an account exists. */
export async function withMinimumDuration<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, sleep(minimumMs)])
  return result
}

import { setTimeout as sleep } from 'node:timers/promises'

// Longer than looking up, composing and queueing a mail take.
const floorMs = 60

/** Answers no sooner than after a while, so that the time says nothing about whether there was anything to do. */
export async function quietly<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, sleep(floorMs)])
  return result
}

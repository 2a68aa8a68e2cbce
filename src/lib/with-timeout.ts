import { setTimeout as sleep } from 'node:timers/promises'

/** Rejects with `message` if the promise takes longer than `ms`. The promise itself is not cancelled. */
export async function withTimeout<T>(ms: number, promise: Promise<T>, message: string): Promise<T> {
  const timer = new AbortController()
  const timeout = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(message)
  })
  // The timer rejects with an AbortError when the promise settles first.
  timeout.catch(() => {})
  return Promise.race([promise, timeout]).finally(() => timer.abort())
}

// One retry loop with exponential backoff for everything that must stay up: one attempt at a time, one log line per state.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from './database-away.ts'

export type ReconnectLog = { warn(about: object, message: string): void; info(about: object, message: string): void }

export type ReconnectOptions = {
  /** The name in the log. */
  name: string
  /**
   * Opens one connection: calls `up` once it is open, and settles when it is lost. Rejects with the cause.
   * Releases what it opened before it settles, so that a failed attempt leaves no connection behind.
   */
  attempt: (up: () => void, signal: AbortSignal) => Promise<void>
  onUp?: () => void
  onDown?: () => void
  firstDelayMs?: number
  maxDelayMs?: number
  log?: ReconnectLog | undefined
}

/**
 * Repeats `attempt` until `stop`. The delay doubles from `firstDelayMs` to `maxDelayMs` and is reset after each
 * success.
 */
export function reconnect(options: ReconnectOptions) {
  const { name, attempt, onUp, onDown, firstDelayMs = 100, maxDelayMs = 5000, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const first = Promise.withResolvers<void>()
  // The first failure is also logged, because a caller may not await `first`.
  first.promise.catch(() => {})
  let isUp = false
  let isDownLogged = false

  async function run() {
    let delayMs = firstDelayMs
    const up = () => {
      isUp = true
      delayMs = firstDelayMs
      if (isDownLogged) log?.info({}, `${name} is up again`)
      isDownLogged = false
      first.resolve()
      onUp?.()
    }
    while (!signal.aborted) {
      const failure = await attempt(up, signal).then(
        () => undefined,
        (error: unknown) => error,
      )
      const wasUp = isUp
      isUp = false
      if (wasUp) onDown?.()
      if (signal.aborted) break
      first.reject(failure)
      if (!isDownLogged) log?.warn(causeOf(failure), `${name} is down, retrying`)
      isDownLogged = true
      await sleep(delayMs, undefined, { signal }).catch(() => {})
      delayMs = Math.min(delayMs * 2, maxDelayMs)
    }
  }

  const running = run()
  return {
    /** Settles with the first attempt. */
    first: first.promise,
    isUp: () => isUp,
    /** Ends the loop, and aborts the signal of `attempt`. */
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Logs an unreachable or starting database (57P03) without a stack, which would not be useful. */
function causeOf(failure: unknown) {
  if (!isDatabaseAway(failure)) return { err: failure }
  const { code, message } = failure as { code?: string; message: string }
  return { ...(code && { code }), reason: message }
}

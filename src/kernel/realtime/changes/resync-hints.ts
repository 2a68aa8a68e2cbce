// Notifies listeners to refetch when changes were skipped because the feed lags too far behind.
import type { FastifyBaseLogger } from 'fastify'
import { resyncFrame } from './fan-out.ts'
import type { Listener, Listeners, Match } from './listeners.ts'

const hintEveryMs = 2000

export function createResyncHints(listeners: Listeners, log: FastifyBaseLogger) {
  let skipped = new Set<Listener>()

  function send() {
    const affected = skipped
    skipped = new Set()
    for (const listener of affected) if (listeners.has(listener)) listener.send(resyncFrame(listener))
  }

  /** Records listeners whose change was skipped; each receives at most one hint per interval. */
  return function skip(matches: Match[]) {
    if (skipped.size === 0) {
      log.warn('the change feed lags: listeners are asked to refetch')
      setTimeout(send, hintEveryMs).unref()
    }
    for (const { listener } of matches) skipped.add(listener)
  }
}

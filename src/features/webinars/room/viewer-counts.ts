// Cached viewer counts of full rooms, refreshed once a second: the count reads a row per viewer, and each viewer requests it.

/** Below this number, each caller counts: small rooms are exact. */
const fromViewers = 100
const freshMs = 1000

export function createViewerCounts(now: () => number = () => performance.now()) {
  const counted = new Map<string, { viewers: number; until: number }>()

  return {
    /** Viewers by session. `learn` does not extend the TTL of a known count. */
    known() {
      for (const [id, { until }] of counted) if (until <= now()) counted.delete(id)
      return Object.fromEntries([...counted].map(([id, { viewers }]) => [id, viewers]))
    },
    learn(sessionId: string | null, viewers: number) {
      if (sessionId === null || viewers < fromViewers || counted.has(sessionId)) return
      counted.set(sessionId, { viewers, until: now() + freshMs })
    },
  }
}

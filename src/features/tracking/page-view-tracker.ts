// Reports page views to a social network's pixel. Called only after consent to marketing cookies.
/** spec §9 */
export const trackerLimits = { dedupeMs: 500, retries: 20, retryMs: 100 } as const

type TrackerOptions = {
  /** The network's script, once loaded; an ad blocker may prevent it. */
  script: () => ((command: 'track', event: 'PageView') => void) | undefined
  /** Fallback without the script: requests a tracking image. */
  picture: (path: string) => void
  now?: () => number
  later?: (ms: number, work: () => void) => void
}

export function createPageViewTracker({
  script,
  picture,
  now = () => performance.now(),
  later = (ms, work) => void setTimeout(work, ms),
}: TrackerOptions) {
  let last: { path: string; at: number } | undefined

  function report(path: string, retriesLeft: number) {
    const send = script()
    if (send) return send('track', 'PageView')
    if (retriesLeft === 0) return picture(path)
    later(trackerLimits.retryMs, () => report(path, retriesLeft - 1))
  }

  /** Repeated calls for one page within half a second count as one view. */
  return function track(path: string) {
    const at = now()
    if (last?.path === path && at - last.at < trackerLimits.dedupeMs) return
    last = { path, at }
    report(path, trackerLimits.retries)
  }
}

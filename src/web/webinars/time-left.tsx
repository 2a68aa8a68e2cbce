import { timeLeft } from '#lib/time/time-left.ts'

/**
 * Time until an instant, updated by site.ts. `now`: the time of the response, for pages that are rendered per request. A cached page
 * has none, because it would be stale: without JavaScript only the instant beside it is shown.
 */
export function TimeLeft({ until, now }: { until: string; now?: string }) {
  const remaining = now && timeLeft(Date.parse(now), Date.parse(until))
  return (
    <time className="time-left" dateTime={until} data-countdown="" hidden={!remaining}>
      {remaining}
    </time>
  )
}

import { timeLeft } from '#lib/time/time-left.ts'

/**
 * How long until an instant, kept up to date by site.ts. `now`: the moment of the answer, for pages that are rendered per request. A cached page
 * has none: it would state the moment of the cache, so without JavaScript only the instant beside it is shown.
 */
export function TimeLeft({ until, now }: { until: string; now?: string }) {
  const left = now && timeLeft(Date.parse(now), Date.parse(until))
  return (
    <time className="time-left" dateTime={until} data-countdown="" hidden={!left}>
      {left}
    </time>
  )
}

// Updates the remaining time in each <time data-countdown> once a minute. The instant itself is in the text beside it.
import { timeLeft } from '#lib/time/time-left.ts'

/** The elements are empty, or contain the remaining time when the server responded. */
export function countDown(elements: readonly HTMLTimeElement[], now: () => number = Date.now) {
  const write = () => {
    for (const element of elements) {
      const remaining = timeLeft(now(), Date.parse(element.dateTime))
      element.textContent = remaining ?? ''
      element.hidden = !remaining
    }
  }
  write()
  return setInterval(write, 60_000)
}

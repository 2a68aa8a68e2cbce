// Writes how long is left until the instant of each <time data-countdown>, once a minute. The instant itself is in the text beside it.
import { timeLeft } from '#lib/time/time-left.ts'

/** `elements` are empty, or written by the server for the moment of its answer. */
export function countDown(elements: readonly HTMLTimeElement[], now: () => number = Date.now) {
  const write = () => {
    for (const element of elements) {
      const left = timeLeft(now(), Date.parse(element.dateTime))
      element.textContent = left ?? ''
      element.hidden = !left
    }
  }
  write()
  return setInterval(write, 60_000)
}

// Tracks which seconds of a video were played: reported on pause and seek, when the page is hidden, and every half
// minute.

export type Segment = { from: number; until: number }
type Report = { position: number; playing: boolean }

const noteEverySeconds = 30
/** Time updates arrive about four times a second; a larger step is a seek. */
const maxStepSeconds = 5

/**
 * Processes time updates of a player and reports the whole seconds that were played. `flush` reports the seconds not
 * yet reported.
 */
export function trackPlayback(note: (segment: Segment) => void) {
  let from: number | undefined
  let last = 0

  function flush() {
    if (from !== undefined && Math.floor(last) > from) note({ from, until: Math.floor(last) })
    from = undefined
  }

  function report({ position, playing }: Report) {
    const isJump = position < last || position - last > maxStepSeconds
    if (from !== undefined && isJump) flush()
    last = position
    if (!playing) flush()
    else if (from === undefined) from = Math.floor(position)
    else if (position - from >= noteEverySeconds) {
      flush()
      from = Math.floor(position)
    }
  }
  return { report, flush }
}

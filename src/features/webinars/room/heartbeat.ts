// Which heartbeats a player sends: one for each stretch that was watched, ended by a pause, a seek, a hidden tab, or twenty seconds.

export type Beat = { seq: number; position: number; playing: boolean; rate: number }
type Report = { position: number; playing: boolean; rate: number }

/** A jump of the position that is no playing. */
const mostStep = 3

export function createHeartbeat(send: (beat: Beat) => void) {
  let seq = 0
  let last: Report = { position: 0, playing: false, rate: 1 }
  let isVisible = true
  const beat = (position: number, playing: boolean) => send({ seq: (seq += 1), position, playing, rate: last.rate })
  return {
    /** Of every report of the player. */
    progress(next: Report) {
      const step = next.position - last.position
      if (step < -0.5 || step > mostStep * Math.max(1, next.rate)) {
        // What was watched before the jump counts; the jump itself does not.
        beat(last.position, last.playing && isVisible)
        beat(next.position, false)
      } else if (last.playing && !next.playing) beat(next.position, isVisible)
      else if (!last.playing && next.playing) beat(next.position, false)
      last = next
    },
    visible(now: boolean) {
      if (now === isVisible) return
      beat(last.position, last.playing && isVisible)
      isVisible = now
    },
    /** Every twenty seconds, and when the page closes. */
    tick: () => beat(last.position, last.playing && isVisible),
  }
}

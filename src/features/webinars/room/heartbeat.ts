// The heartbeats of a player: one for each watched interval, ended by a pause, a seek, a hidden tab, or twenty seconds.

export type Beat = { seq: number; position: number; playing: boolean; rate: number }
type Report = { position: number; playing: boolean; rate: number }

/** A jump of the position, which is a seek. */
const maxStepSeconds = 3

export function createHeartbeat(send: (beat: Beat) => void) {
  let seq = 0
  let last: Report = { position: 0, playing: false, rate: 1 }
  let isVisible = true
  const beat = (position: number, playing: boolean) => send({ seq: (seq += 1), position, playing, rate: last.rate })
  return {
    /** Handles every progress report of the player. */
    progress(next: Report) {
      const step = next.position - last.position
      if (step < -0.5 || step > maxStepSeconds * Math.max(1, next.rate)) {
        // The interval before the jump counts; the jump itself does not.
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
    /** Called every twenty seconds, and when the page closes. */
    tick: () => beat(last.position, last.playing && isVisible),
  }
}

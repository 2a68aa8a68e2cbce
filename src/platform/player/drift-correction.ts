// Keeps a broadcast near its clock. On a slow device or line a seek takes longer than the allowed drift: seeking again at once would never end.
import { mostDrift } from './playback.ts'

/** After a seek the video plays this long before it is moved again. */
const settleMs = 10_000
const mostLead = 10

export type DriftCorrection = ReturnType<typeof createDriftCorrection>

export function createDriftCorrection(now: () => number = () => performance.now()) {
  let begunAt = -Infinity
  let isSeeking = false
  /** How long the last seek took, in seconds. */
  let lead = 0
  const begin = () => {
    begunAt = now()
    isSeeking = true
  }
  return {
    begin,
    /** The seek has ended. */
    end() {
      if (isSeeking) lead = Math.min((now() - begunAt) / 1000, mostLead)
      isSeeking = false
    },
    /** Where to seek now: ahead of the clock by the time that a seek takes. Undefined: it is near enough, or was moved a moment ago. */
    target(position: number, due: number): number | undefined {
      if (Math.abs(position - due) <= mostDrift || now() - begunAt < settleMs) return undefined
      begin()
      return due + lead
    },
  }
}

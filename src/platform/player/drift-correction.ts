// Corrects the drift of a broadcast from its clock. On a slow device or line a seek takes longer than the allowed
// drift. Without a pause between seeks it would be repeated endlessly.
import { maxDrift } from './playback.ts'

/** Minimum time between the starts of two seeks. */
const settleMs = 10_000
const maxLead = 10

export type DriftCorrection = ReturnType<typeof createDriftCorrection>

export function createDriftCorrection(now: () => number = () => performance.now()) {
  let begunAt = -Infinity
  let isSeeking = false
  /** Duration of the last correcting seek, in seconds. */
  let lead = 0
  let goal: number | undefined
  const begin = () => {
    begunAt = now()
    isSeeking = true
  }
  const end = () => {
    if (isSeeking) lead = Math.min((now() - begunAt) / 1000, maxLead)
    isSeeking = false
  }
  return {
    begin,
    /** The seek has ended. */
    end,
    /** Ends the seek at the first position near its target, for players that send no event at the end of a seek. */
    endNear(position: number) {
      if (goal !== undefined && Math.abs(position - goal) <= maxDrift) end()
    },
    /** The seek target: ahead of the clock by the duration of a seek. Undefined if the drift is small or a seek is recent. */
    target(position: number, due: number): number | undefined {
      if (Math.abs(position - due) <= maxDrift || now() - begunAt < settleMs) return undefined
      begin()
      goal = due + lead
      return goal
    },
  }
}

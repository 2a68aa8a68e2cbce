import { addDays } from '#lib/time/day-arithmetic.ts'

/** Days after the due day on which a declined card is retried. Mirrored by private.plan_charges_due. */
const triedAgainAfterDays = [3, 7]
/** The minimum interval between two attempts, including a late first one. */
const daysBetweenTries = 3

type Declined = {
  dueOn: string
  /** The day of the last attempt. */
  lastOn: string
  tries: number
}

/**
 * The day on which a declined card is retried, 'YYYY-MM-DD'; undefined after the last attempt. For a charge postponed
 * since the decline: its new due day.
 */
export function nextAttemptOn({ dueOn, lastOn, tries }: Declined): string | undefined {
  const days = triedAgainAfterDays[tries - 1]
  if (days === undefined) return undefined
  const [planned, earliest] = [lastOn < dueOn ? dueOn : addDays(dueOn, days), addDays(lastOn, daysBetweenTries)]
  return planned > earliest ? planned : earliest
}

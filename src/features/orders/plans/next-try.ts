import { addDays } from '#lib/time/day-arithmetic.ts'

/** The days after the due day on which a declined card is tried again. Mirrored by private.plan_charges_due. */
const triedAgainAfterDays = [3, 7]
/** Between two tries, also when the first one was late. */
const daysBetweenTries = 3

type Declined = {
  dueOn: string
  /** The day of the last try. */
  lastOn: string
  tries: number
}

/** The day on which a declined card is tried again, 'YYYY-MM-DD'; undefined after the last try. */
export function nextTryOn({ dueOn, lastOn, tries }: Declined): string | undefined {
  const days = triedAgainAfterDays[tries - 1]
  if (days === undefined) return undefined
  const [planned, earliest] = [addDays(dueOn, days), addDays(lastOn, daysBetweenTries)]
  return planned > earliest ? planned : earliest
}

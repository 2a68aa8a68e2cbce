// The time passed to the step function. Waits must not drift by the polling delay, and must not all be due at once after an outage.
const toleranceMs = 10 * 60_000

/** The planned time, or the actual time if the process was down. */
export const timeOfStep = (planned: Date, actual: Date): Date =>
  actual.getTime() - planned.getTime() <= toleranceMs && planned <= actual ? planned : actual

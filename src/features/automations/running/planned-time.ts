// The time that the step function sees. Waits must not drift by the delay of polling, nor make up for an outage all at once.
const toleranceMs = 10 * 60_000

/** The planned time, unless the process was away: then the actual time. */
export const timeOfStep = (planned: Date, actual: Date): Date =>
  actual.getTime() - planned.getTime() <= toleranceMs && planned <= actual ? planned : actual

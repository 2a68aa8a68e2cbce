import { dayOf, monthAndYear } from '#lib/time/dates.ts'

/** Publication month of a review: the exact day could identify its author. */
export const PublishedMonth = ({ at }: { at: string }) => (
  <time dateTime={dayOf(at).slice(0, 7)}>{`פורסמה ב${monthAndYear(at)}`}</time>
)

import { dayOf, monthAndYear } from '#lib/time/dates.ts'

/** When a review was published: its day would say too much about its authors. */
export const PublishedMonth = ({ at }: { at: string }) => (
  <time dateTime={dayOf(at).slice(0, 7)}>{`פורסמה ב${monthAndYear(at)}`}</time>
)

import type { OnDay } from './appointment-texts.ts'

/** A column of the grid: a day, or the day of one host. */
export type GridColumn = {
  key: string
  day: string
  /** In the head: a small line, a large one, and the date in the Hebrew calendar. */
  head: { small: string; large: string; hebrew?: string }
  /** Why the day is marked as rest, such as the name of a holiday. */
  rest?: string | undefined
  appointments: OnDay[]
}

import type { AppointmentOfDay } from './appointment-texts.ts'

/** A column of the grid: a day, or the day of one host. */
export type GridColumn = {
  key: string
  day: string
  /** Column header: a small line, a large one, and the Hebrew date. */
  head: { small: string; large: string; hebrew?: string }
  /** Why the day is marked as a rest day, such as a holiday name. */
  rest?: string | undefined
  appointments: AppointmentOfDay[]
}

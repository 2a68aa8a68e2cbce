// Input of the slot computation. Instants are epoch milliseconds, durations minutes.
import type { HolidayId } from '#lib/time/holidays.ts'

/** 'YYYY-MM-DD', a calendar day in the host's time zone. */
export type Day = string
/** 'HH:MM'; '24:00' is allowed as an end. */
export type Clock = string
/** Within one day; `start` is before `end`. */
export type Window = { start: Clock; end: Clock }
/** [from, to) */
export type Span = { from: number; to: number }
/** `left`: free seats of a shared slot. */
export type Slot = { start: number; end: number; left?: number }

/** `half`: open until `eve_close`. */
export type HolidayRule = 'open' | 'half' | 'closed'

export type CalendarPolicy = {
  /** Closes Saturday; Friday closes at `eve_close`. */
  block_shabbat: boolean
  /** Closes the legal holidays and Independence Day; their eves close at `eve_close`. */
  block_holidays: boolean
  eve_close: Clock
  chol_hamoed: HolidayRule
  /** Memorial Day and Holocaust Remembrance Day. */
  memorial: HolidayRule
  /** Ids of `holidayOn` that do not close their day. */
  disabled_ids: readonly string[]
}

/** A host's own closed days or a school break, both ends inclusive. */
export type ClosedDays = { from: Day; to: Day; name: string }

export type HostSchedule = {
  /** IANA name. Days, clocks and weeks below are local to it. */
  zone: string
  /** Weekday 0 is Sunday. Windows of a day that touch or overlap count as one. */
  rules: readonly (Window & { weekday: number })[]
  /** Replaces the weekly rules of a day; [] closes it. Windows also open a holiday, a Saturday or a closed day, but not time off. */
  overrides: Readonly<Record<Day, readonly Window[]>>
  policy: CalendarPolicy
  closedDays: readonly ClosedDays[]
  timeOff: readonly Span[]
}

/** Columns of appointment_types, by the same names. */
export type SlotRules = {
  duration: number
  /** Kept free around a slot; may extend beyond the opening hours. */
  buffer_before: number
  buffer_after: number
  /** Between the starts of two slots, counted from the start of their window. */
  slot_interval: number
  min_notice_min: number
  window_kind: 'rolling' | 'range' | 'unlimited'
  /** Rolling: the last day is today plus this number. Null: no limit. */
  window_days: number | null
  /** Range: first and last day, both included. Null: no limit. */
  window_from: Day | null
  window_to: Day | null
  /** Appointments of this type per day, and per week from Sunday. Null: no limit. */
  max_per_day: number | null
  max_per_week: number | null
  /** Bookings that share one slot. Null: one. */
  seats: number | null
}

/**
 * Busy time. The host is busy during the span and its buffers; a new slot with its buffers may touch that time, but not
 * overlap it.
 */
export type Busy = Span & {
  source: 'appointment' | 'google' | 'hold'
  /** Counts towards the caps of the type. */
  own_type: boolean
  buffer_before: number
  buffer_after: number
  /** Free seats in exactly this span, for slots of the type. Absent: none. */
  left?: number
}

export type SlotInput = { schedule: HostSchedule; rules: SlotRules; busy: readonly Busy[]; now: number }

/**
 * Why a slot is not offered, in the order in which the rules apply. A slot counts for the first rule that excludes it.
 */
export type SlotReason =
  | { code: 'override_closed' }
  | { code: 'clock_gap' }
  | { code: 'shabbat' }
  | { code: 'holiday'; id: HolidayId; name: string }
  | { code: 'closed_day'; name: string }
  | { code: 'time_off' }
  | { code: 'appointment' }
  | { code: 'google' }
  | { code: 'hold' }
  | { code: 'min_notice' }
  | { code: 'window' }
  | { code: 'max_per_day' }
  | { code: 'max_per_week' }

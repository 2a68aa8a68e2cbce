// Contract of availability: hosts, weekly hours, date overrides, time off and school breaks.
import { Instant, z } from '#lib/schema.ts'

/** 'HH:MM'; '24:00' is allowed as an end. */
export const ClockText = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'שעה, למשל 09:00')
const Time = z.string().regex(/^\d\d:\d\d:\d\d$/)

export const holidayRules = ['open', 'half', 'closed'] as const

export const BookingHost = z.object({
  user_id: z.uuid(),
  slug: z.string(),
  headline: z.string(),
  is_open: z.boolean(),
  closed_text: z.string(),
  block_shabbat: z.boolean(),
  block_holidays: z.boolean(),
  block_school_breaks: z.boolean(),
  eve_close: Time,
  chol_hamoed: z.enum(holidayRules),
  memorial: z.enum(holidayRules),
  disabled_ids: z.array(z.string()),
  created_at: Instant,
  version: z.int(),
  is_demo: z.boolean(),
})
export type BookingHost = z.infer<typeof BookingHost>

export const Schedule = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  name: z.string(),
  zone: z.string(),
  version: z.int(),
  created_at: Instant,
})
export type Schedule = z.infer<typeof Schedule>

export const ScheduleRule = z.object({
  id: z.uuid(),
  schedule_id: z.uuid(),
  weekday: z.int(),
  start_local: Time,
  end_local: Time,
})
export type ScheduleRule = z.infer<typeof ScheduleRule>

export const OverrideWindows = z.array(z.object({ start: ClockText, end: ClockText })).max(12)
export const ScheduleOverride = z.object({ schedule_id: z.uuid(), day: z.iso.date(), windows: OverrideWindows })
export type ScheduleOverride = z.infer<typeof ScheduleOverride>

export const TimeOff = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  starts_at: Instant,
  ends_at: Instant,
  note: z.string(),
  /** Whether the note is shown to visitors. */
  is_public: z.boolean(),
  version: z.int(),
})
export type TimeOff = z.infer<typeof TimeOff>

export const SchoolBreak = z.object({
  id: z.uuid(),
  name: z.string(),
  from_on: z.iso.date(),
  until_on: z.iso.date(),
  version: z.int(),
})
export type SchoolBreak = z.infer<typeof SchoolBreak>

const CalendarFeed = z.object({ user_id: z.uuid(), token_hash: z.string(), created_at: Instant })

/** Row schemas of the contract. */
export const rowSchemas = {
  calendar_feeds: CalendarFeed,
  booking_hosts: BookingHost,
  schedules: Schedule,
  schedule_rules: ScheduleRule,
  schedule_overrides: ScheduleOverride,
  time_off: TimeOff,
  school_breaks: SchoolBreak,
}

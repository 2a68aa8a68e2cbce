// A host in Israel with hours 09:00 to 17:00 from Sunday to Friday, and a one-hour type without limits.
import { freeSlots } from './free-slots.ts'
import type { Busy, HostSchedule, SlotInput, SlotRules } from './slot-rules.ts'

export const at = (text: string) => Date.parse(text)
const minuteMs = 60_000

type Change = {
  schedule?: Partial<Omit<HostSchedule, 'policy'>>
  policy?: Partial<HostSchedule['policy']>
  rules?: Partial<SlotRules>
  busy?: Busy[]
  now?: string
}

export const everyDay = (start: string, end: string) =>
  Array.from({ length: 7 }, (_, weekday) => ({ weekday, start, end }))

/** The default is 1 January 2026, before every day of the tests. */
export const host = ({ schedule, policy, rules, busy = [], now = '2026-01-01T00:00:00Z' }: Change = {}): SlotInput => ({
  schedule: {
    zone: 'Asia/Jerusalem',
    rules: everyDay('09:00', '17:00').filter(({ weekday }) => weekday < 6),
    overrides: {},
    closedDays: [],
    timeOff: [],
    ...schedule,
    policy: {
      block_shabbat: true,
      block_holidays: true,
      eve_close: '12:00',
      chol_hamoed: 'half',
      memorial: 'half',
      disabled_ids: [],
      ...policy,
    },
  },
  rules: {
    duration: 60,
    buffer_before: 0,
    buffer_after: 0,
    slot_interval: 60,
    min_notice_min: 0,
    window_kind: 'unlimited',
    window_days: null,
    window_from: null,
    window_to: null,
    max_per_day: null,
    max_per_week: null,
    seats: null,
    ...rules,
  },
  busy,
  now: at(now),
})

export const busySlot = (from: string, minutes: number, more: Partial<Busy> = {}): Busy => ({
  from: at(from),
  to: at(from) + minutes * minuteMs,
  source: 'appointment',
  own_type: false,
  buffer_before: 0,
  buffer_after: 0,
  ...more,
})

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Jerusalem',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
export const clockOf = (instant: number) => clock.format(instant)

/** The starts of a day's slots in Israel time, joined by spaces: '09:00 10:00'. */
export const startsOn = (input: SlotInput, day: string) => {
  const noon = at(`${day}T10:00:00Z`)
  const around = freeSlots(input, noon - 86_400_000, noon + 86_400_000)
  return around
    .filter(({ start }) => israelDay.format(start) === day)
    .map(({ start }) => clockOf(start))
    .join(' ')
}
const israelDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Jerusalem', dateStyle: 'short' })

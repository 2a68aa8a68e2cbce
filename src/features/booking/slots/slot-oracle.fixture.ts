// Reference implementation of the slot rules, minute by minute and without regard for speed. Shares no code with the
// real computation.
import type { Busy, HolidayRule, SlotInput, SlotReason, Window } from './slot-rules.ts'
import {
  cholHamoed,
  closed,
  dayOfLocal,
  eves,
  type LocalYear,
  localOfDay,
  memorial,
  weekdayOfLocal,
} from './year-2026.fixture.ts'

const minuteMs = 60_000
type ExpectedSlot = { at: number | undefined; reason: SlotReason | undefined }

const minutes = (clock: string) => {
  const [hour, minute] = clock.split(':').map(Number) as [number, number]
  return hour * 60 + minute
}

/** All slots of a day's opening hours in order. Busy times start and end at full minutes. */
export function expectedSlotsOfDay(
  input: SlotInput,
  year: LocalYear,
  day: string,
  occupied: OccupiedMinutes,
): ExpectedSlot[] {
  const { schedule, rules } = input
  const midnight = localOfDay(day, 0)
  const override = schedule.overrides[day]
  const weekly = schedule.rules.filter(({ weekday }) => weekday === weekdayOfLocal(midnight))
  const isOpen = paint(override?.length ? override : weekly)
  const expected: ExpectedSlot[] = []
  let sinceOpening = 0
  for (let minute = 0; minute < 1440; minute++) {
    sinceOpening = minute > 0 && isOpen[minute - 1] ? sinceOpening + 1 : 0
    if (!isOpen[minute] || sinceOpening % rules.slot_interval !== 0) continue
    if (!isOpenFor(isOpen, minute, rules.duration)) continue
    const at = year.firstInstantOf(midnight + minute)
    let close = minute
    while (isOpen[close]) close++
    const reason = firstReason(input, year, occupied, { at, midnight, closesAt: midnight + close, day })
    expected.push({ at, reason })
  }
  return expected
}

type Question = { at: number | undefined; midnight: number; closesAt: number; day: string }

function firstReason(
  { schedule, rules, busy, now }: SlotInput,
  year: LocalYear,
  occupied: OccupiedMinutes,
  { at, midnight, closesAt, day }: Question,
): SlotReason | undefined {
  const { policy, overrides, closedDays, timeOff } = schedule
  if (overrides[day]?.length === 0) return { code: 'override_closed' }
  if (at === undefined) return { code: 'clock_gap' }
  const eveCloses = minutes(policy.eve_close)
  let isInEvening = false
  for (let i = 0; i < rules.duration; i++) {
    const shown = year.localOf(at + i * minuteMs)
    if (shown >= closesAt) return { code: 'clock_gap' }
    if (shown - midnight >= eveCloses) isInEvening = true
  }
  const weekday = weekdayOfLocal(midnight)
  if (!overrides[day]) {
    if (policy.block_shabbat && (weekday === 6 || (weekday === 5 && isInEvening))) return { code: 'shabbat' }
    const holiday = holidayReason(policy, day, isInEvening)
    if (holiday) return holiday
    for (const { from, to, name } of closedDays) if (!(day < from) && !(day > to)) return { code: 'closed_day', name }
  }
  for (let i = 0; i < rules.duration; i++)
    if (timeOff.some(({ from, to }) => at + i * minuteMs >= from && at + i * minuteMs < to)) return { code: 'time_off' }
  const shared = busy.find(
    ({ left = 0, from, to }) => left > 0 && from === at && to === at + rules.duration * minuteMs,
  )?.source
  for (const source of ['appointment', 'google', 'hold'] as const)
    for (let i = -rules.buffer_before; i < rules.duration + rules.buffer_after; i++)
      if (occupied[source][minuteOf(at) + i] && shared !== 'appointment' && shared !== source) return { code: source }
  if ((at - now) / minuteMs < rules.min_notice_min) return { code: 'min_notice' }
  if (!isInWindow(rules, day, dayOfLocal(year.localOf(now)))) return { code: 'window' }
  if (shared) return undefined

  const own = busy.filter(({ own_type }) => own_type).map(({ from }) => Math.floor(year.localOf(from) / 1440))
  const today = Math.floor(midnight / 1440)
  if (rules.max_per_day !== null && own.filter((one) => one === today).length >= rules.max_per_day)
    return { code: 'max_per_day' }
  const sunday = today - weekday
  if (
    rules.max_per_week !== null &&
    own.filter((one) => one >= sunday && one < sunday + 7).length >= rules.max_per_week
  )
    return { code: 'max_per_week' }
  return undefined
}

function holidayReason(policy: SlotInput['schedule']['policy'], day: string, isInEvening: boolean) {
  const blocks = (rule: HolidayRule) => rule === 'closed' || (rule === 'half' && isInEvening)
  const found = [
    ...(policy.block_holidays ? [...closed, ...(isInEvening ? eves : [])] : []),
    ...(blocks(policy.chol_hamoed) ? cholHamoed : []),
    ...(blocks(policy.memorial) ? memorial : []),
  ].find(([date, id]) => date === day && !policy.disabled_ids.includes(id))
  return found && ({ code: 'holiday', id: found[1], name: found[2] } as SlotReason)
}

function isInWindow(
  { window_kind, window_days, window_from, window_to }: SlotInput['rules'],
  day: string,
  today: string,
) {
  if (window_kind === 'rolling' && window_days !== null)
    return (Date.parse(day) - Date.parse(today)) / 86_400_000 <= window_days
  if (window_kind === 'range') return day >= (window_from ?? day) && day <= (window_to ?? day)
  return true
}

function paint(windows: readonly Window[]): boolean[] {
  const open: boolean[] = Array.from({ length: 1441 }, () => false)
  for (const { start, end } of windows) open.fill(true, minutes(start), minutes(end))
  return open
}

const isOpenFor = (open: boolean[], from: number, length: number) =>
  from + length <= 1440 && open.slice(from, from + length).every(Boolean)

/** One byte per minute of the year with a margin: whether the source blocks it, including its buffers. */
export type OccupiedMinutes = Record<Busy['source'], Uint8Array>

const occupiedFrom = Date.UTC(2025, 11, 1)
const minuteOf = (at: number) => (at - occupiedFrom) / minuteMs

export function occupiedMinutes(busy: readonly Busy[]): OccupiedMinutes {
  const none = () => new Uint8Array(430 * 1440)
  const occupied: OccupiedMinutes = { appointment: none(), google: none(), hold: none() }
  for (const { from, to, source, buffer_before, buffer_after } of busy)
    occupied[source].fill(1, minuteOf(from) - buffer_before, minuteOf(to) + buffer_after)
  return occupied
}

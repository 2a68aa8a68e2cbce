// Rules that close or shorten a day: Shabbat, holidays, and the host's own closed days.
import { holidayOn, isSaturday } from '#lib/time/holidays.ts'
import type { CalendarPolicy, Day, HolidayRule, HostSchedule, SlotReason } from './slot-rules.ts'

/** `short`: closed from `eve_close` on. */
export type Effect = 'open' | 'short' | 'closed'
export type Closure = { reason: SlotReason; effect: Effect }

/** Closures in rule order. Empty if the day's override has windows, because that is the host's explicit decision. */
export function closuresOn({ overrides, policy, closedDays }: HostSchedule, day: Day): Closure[] {
  if ((overrides[day] ?? []).length > 0) return []
  const closures: Closure[] = []
  const shabbat = shabbatEffect(policy, day)
  if (shabbat !== 'open') closures.push({ reason: { code: 'shabbat' }, effect: shabbat })
  const holiday = holidayClosure(policy, day)
  if (holiday && holiday.effect !== 'open') closures.push(holiday)
  const closed = closedDays.find(({ from, to }) => from <= day && day <= to)
  if (closed) closures.push({ reason: { code: 'closed_day', name: closed.name }, effect: 'closed' })
  return closures
}

function shabbatEffect({ block_shabbat }: CalendarPolicy, day: Day): Effect {
  if (!block_shabbat) return 'open'
  if (isSaturday(day)) return 'closed'
  return new Date(day).getUTCDay() === 5 ? 'short' : 'open'
}

/** The closure of a holiday. Undefined on other days, and on Purim and Tisha B'Av, which no rule closes. */
export function holidayClosure(policy: CalendarPolicy, day: Day): Closure | undefined {
  const holiday = holidayOn(day)
  if (!holiday) return undefined
  const effects: Effect[] = []
  if (holiday.kind === 'closed') effects.push(policy.block_holidays ? 'closed' : 'open')
  if (holiday.kind === 'eve') effects.push(policy.block_holidays ? 'short' : 'open')
  if (holiday.isCholHamoed) effects.push(effectOf[policy.chol_hamoed])
  if (holiday.kind === 'memorial') effects.push(effectOf[policy.memorial])
  if (effects.length === 0) return undefined
  const strictest = (['closed', 'short'] as const).find((effect) => effects.includes(effect)) ?? 'open'
  const effect = policy.disabled_ids.includes(holiday.id) ? 'open' : strictest
  return { reason: { code: 'holiday', id: holiday.id, name: holiday.name }, effect }
}

const effectOf: Record<HolidayRule, Effect> = { open: 'open', half: 'short', closed: 'closed' }

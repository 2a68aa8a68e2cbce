// Converts between instants (epoch milliseconds) and local times (a day 'YYYY-MM-DD', a clock in minutes) of any IANA time zone.
// Uses Intl, because not all supported browsers have Temporal. Intl is slow, so results are cached per zone and UTC
// day.
import { memoize } from '../memoize.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** A UTC day in one zone: the offset before and from `changesAt`, which is Infinity on a day without a change. */
type UtcDay = { before: number; after: number; changesAt: number }

const zoneOf = memoize((zone: string) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  return memoize((utcDay: number): UtcDay => {
    const [start, end] = [utcDay * dayMs, (utcDay + 1) * dayMs]
    const [before, after] = [askOffset(format, start), askOffset(format, end)]
    if (before === after) return { before, after, changesAt: Infinity }
    // Binary search: the change is in (low, high], at a full minute.
    let [low, high] = [start, end]
    while (high - low > minuteMs) {
      const middle = low + Math.floor((high - low) / minuteMs / 2) * minuteMs
      if (askOffset(format, middle) === before) low = middle
      else high = middle
    }
    return { before, after, changesAt: high }
  }, 4000)
}, 600)

/** 'GMT+02:00', 'GMT-03:30', 'GMT', and before standard time 'GMT+02:20:54'. */
function askOffset(format: Intl.DateTimeFormat, at: number): number {
  const [, sign, hours, minutes, seconds = '0'] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(at)) ?? []
  if (!hours) return 0
  return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * minuteMs + Number(seconds) * 1000)
}

function offsetAt(zone: string, at: number): number {
  const { before, after, changesAt } = zoneOf(zone)(Math.floor(at / dayMs))
  return at < changesAt ? before : after
}

/** Whether the engine knows the zone. The other functions throw a RangeError for an unknown one. */
export function isTimeZone(zone: string): boolean {
  try {
    zoneOf(zone)
    return true
  } catch {
    return false
  }
}

/** The instant of a local time. A repeated local time resolves to its first occurrence, a skipped one to undefined. */
export function instantIn(zone: string, day: string, minutes: number): number | undefined {
  const local = Date.parse(day) + minutes * minuteMs
  const [earlier, later] = [offsetAt(zone, local - dayMs), offsetAt(zone, local + dayMs)]
  if (earlier === later) return local - earlier
  const first = local - earlier
  if (offsetAt(zone, first) === earlier) return first
  const second = local - later
  return offsetAt(zone, second) === later ? second : undefined
}

/** Like `instantIn`, for the bounds of a window: a skipped local time resolves to the instant of the offset change. */
export function boundaryIn(zone: string, day: string, minutes: number): number {
  const at = instantIn(zone, day, minutes)
  if (at !== undefined) return at
  const local = Date.parse(day) + minutes * minuteMs
  const around = [local - offsetAt(zone, local - dayMs), local - offsetAt(zone, local + dayMs)]
  return Math.min(...around.map((near) => zoneOf(zone)(Math.floor(near / dayMs)).changesAt).filter(Number.isFinite))
}

/** The calendar day of an instant. */
export const dayIn = (zone: string, at: number): string =>
  new Date(Math.floor((at + offsetAt(zone, at)) / dayMs) * dayMs).toISOString().slice(0, 10)

/** The local time of an instant, in minutes since midnight. */
export const minutesIn = (zone: string, at: number): number => {
  const local = at + offsetAt(zone, at)
  return Math.floor((local - Math.floor(local / dayMs) * dayMs) / minuteMs)
}

/** Minutes since midnight of 'HH:MM'; 1440 for '24:00'. */
export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

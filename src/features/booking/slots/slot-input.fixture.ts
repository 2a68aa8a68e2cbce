// Random hosts, types and busy times of the year 2026, biased towards clock changes and holidays.
import fc from 'fast-check'
import { addDays } from '#lib/time/day-arithmetic.ts'
import type { Busy, HostSchedule, SlotInput, SlotRules, Window } from './slot-rules.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
export const zones = ['Asia/Jerusalem', 'America/New_York', 'Europe/London'] as const

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const window: fc.Arbitrary<Window> = fc
  .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 40 }))
  .map(([start, length]) => ({ start: clock(start * 15), end: clock(Math.min(start + length, 96) * 15) }))

/** Days on which rules interact: clock changes of three zones, holidays, both ends of the year. */
const crowdedDays = ['2026-03-08', '2026-03-27', '2026-03-29', '2026-04-03', '2026-04-20', '2026-09-19', '2026-09-27']
const lateDays = ['2026-10-01', '2026-10-25', '2026-11-01']
const dayNumber = fc.oneof(
  fc.integer({ min: 0, max: 364 }),
  fc
    .tuple(fc.constantFrom(...crowdedDays, ...lateDays), fc.integer({ min: -3, max: 3 }))
    .map(([day, near]) => (Date.parse(day) - Date.UTC(2026, 0, 1)) / dayMs + near),
)
const day = dayNumber.map((n) => new Date(Date.UTC(2026, 0, 1) + n * dayMs).toISOString().slice(0, 10))
const minute = fc
  .tuple(dayNumber, fc.integer({ min: 0, max: 1439 }))
  .map(([n, minutes]) => Date.UTC(2026, 0, 1) + n * dayMs + minutes * minuteMs)
const span = (longest: number) =>
  fc
    .tuple(minute, fc.integer({ min: 1, max: longest }))
    .map(([from, length]) => ({ from, to: from + length * minuteMs }))

const policy: fc.Arbitrary<HostSchedule['policy']> = fc.record({
  block_shabbat: fc.boolean(),
  block_holidays: fc.boolean(),
  eve_close: fc.constantFrom('00:00', '01:30', '02:30', '12:00', '13:45', '24:00'),
  chol_hamoed: fc.constantFrom('open', 'half', 'closed'),
  memorial: fc.constantFrom('open', 'half', 'closed'),
  disabled_ids: fc.subarray([
    'pesach',
    'hoshana_raba',
    'sukkot_chol_hamoed',
    'memorial_day',
    'yom_kippur_eve',
    'purim',
  ]),
})
const schedule: fc.Arbitrary<HostSchedule> = fc.record({
  zone: fc.constantFrom(...zones),
  rules: fc.array(
    fc.tuple(window, fc.integer({ min: 0, max: 6 })).map(([hours, weekday]) => ({ ...hours, weekday })),
    { minLength: 3, maxLength: 20 },
  ),
  overrides: fc.dictionary(day, fc.array(window, { maxLength: 3 }), { maxKeys: 8 }),
  policy,
  closedDays: fc.array(
    fc
      .tuple(day, fc.integer({ min: 0, max: 30 }), fc.constantFrom('חופשה', 'חופש גדול'))
      .map(([from, more, name]) => ({ from, to: addDays(from, more), name })),
    { maxLength: 2 },
  ),
  timeOff: fc.array(span(5000), { maxLength: 4 }),
})

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 1 })
const rules: fc.Arbitrary<SlotRules> = fc.record({
  duration: fc.constantFrom(15, 20, 45, 60, 90, 240),
  buffer_before: fc.constantFrom(0, 5, 30),
  buffer_after: fc.constantFrom(0, 10, 45),
  slot_interval: fc.constantFrom(5, 15, 25, 30, 60),
  min_notice_min: fc.constantFrom(0, 1, 60, 1440, 20_160),
  window_kind: fc.constantFrom('rolling', 'range', 'unlimited'),
  window_days: orNull(fc.integer({ min: 0, max: 300 })),
  window_from: orNull(day),
  window_to: orNull(day),
  max_per_day: orNull(fc.integer({ min: 0, max: 5 })),
  max_per_week: orNull(fc.integer({ min: 0, max: 12 })),
  seats: orNull(fc.integer({ min: 2, max: 5 })),
})
const busy: fc.Arbitrary<Busy> = fc
  .tuple(
    span(300),
    fc.record({
      source: fc.constantFrom('appointment', 'google', 'hold'),
      own_type: fc.boolean(),
      buffer_before: fc.constantFrom(0, 0, 10),
      buffer_after: fc.constantFrom(0, 0, 15),
    }),
  )
  .map(([taken, rest]) => ({ ...taken, ...rest }))

/** Groups, and held seats without a group, at multiples of 15 minutes, where slots begin. */
const shared = fc.record({
  from: fc
    .tuple(dayNumber, fc.integer({ min: 16, max: 80 }))
    .map(([n, quarter]) => Date.UTC(2026, 0, 1) + n * dayMs + quarter * 15 * minuteMs),
  left: fc.integer({ min: 0, max: 4 }),
  source: fc.constantFrom('appointment', 'hold'),
})

export const slotInputs: fc.Arbitrary<SlotInput> = fc
  .record({
    schedule,
    rules,
    busy: fc.array(busy, { maxLength: 60, size: 'max' }),
    shared: fc.uniqueArray(shared, { maxLength: 60, size: 'max', selector: ({ from }) => from }),
    // Not rounded to a full minute, because the notice counts from the exact instant.
    now: fc.tuple(minute, fc.integer({ min: 0, max: 59_999 })).map(([at, ms]) => at + ms),
  })
  .map(({ shared: groups, ...input }) => {
    if (input.rules.seats === null) return input
    const common = { own_type: true, buffer_before: input.rules.buffer_before, buffer_after: input.rules.buffer_after }
    const taken = groups.map((one) => ({ ...one, ...common, to: one.from + input.rules.duration * minuteMs }))
    return { ...input, busy: [...input.busy, ...taken] }
  })

import { expect, test } from 'vitest'
import { at, everyDay, host, busySlot } from './host.fixture.ts'
import { isBusyAt, reasonAt } from './reason-at.ts'

const sunday = (clock: string) => at(`2026-02-08T${clock}:00+02:00`)

test('a time within opening hours has no conflict, on a slot step or between steps', () => {
  for (const clock of ['09:00', '09:17', '16:00']) expect(reasonAt(host(), sunday(clock)), clock).toBeUndefined()
})

test('a time that starts or ends outside opening hours, or on a day without any, is outside hours', () => {
  const onSunday = everyDay('09:00', '17:00').filter(({ weekday }) => weekday === 0)
  for (const clock of ['08:59', '16:01'])
    expect(reasonAt(host(), sunday(clock)), clock).toEqual({ code: 'outside_hours' })
  expect(reasonAt(host({ schedule: { rules: onSunday } }), at('2026-02-09T10:00:00+02:00'))).toEqual({
    code: 'outside_hours',
  })
})

test('Shabbat is the reason even for a host without hours on it', () => {
  expect(reasonAt(host(), at('2026-02-07T10:00:00+02:00'))).toEqual({ code: 'shabbat' })
})

test('notice, window and caps for visitors do not apply to staff', () => {
  const rules = {
    min_notice_min: 43_200,
    window_kind: 'range',
    window_from: '2027-01-01',
    window_to: '2027-02-01',
    max_per_day: 1,
  } as const
  const input = host({
    rules: { ...rules, slot_interval: 240 },
    busy: [busySlot('2026-02-08T12:00:00+02:00', 60, { own_type: true })],
    now: '2026-02-08T06:59:00Z',
  })
  expect(reasonAt(input, sunday('10:00'))).toBeUndefined()
})

test('an adjacent appointment conflicts by its buffer, and blocks the time only if it overlaps', () => {
  const input = host({ busy: [busySlot('2026-02-08T11:00:00+02:00', 60, { buffer_before: 15 })] })
  expect(reasonAt(input, sunday('10:00'))).toEqual({ code: 'appointment' })
  expect(isBusyAt(input, sunday('10:00'))).toBe(false)
  expect(isBusyAt(input, sunday('10:30'))).toBe(true)
  expect(isBusyAt(input, sunday('12:00'))).toBe(false)
})

test('a busy time in Google is a conflict but does not block the time', () => {
  const input = host({ busy: [busySlot('2026-02-08T11:00:00+02:00', 60, { source: 'google' })] })
  expect(reasonAt(input, sunday('11:00'))).toEqual({ code: 'google' })
  expect(isBusyAt(input, sunday('11:00'))).toBe(false)
})

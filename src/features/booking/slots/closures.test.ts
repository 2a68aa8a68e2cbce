import { expect, test } from 'vitest'
import { everyDay, host, startsOn } from './host.fixture.ts'

const allDay = everyDay('09:00', '15:00')
const starts = (day: string, policy: Parameters<typeof host>[0] = {}) =>
  startsOn(host({ ...policy, schedule: { rules: allDay, ...policy.schedule } }), day)
const [open, half] = ['09:00 10:00 11:00 12:00 13:00 14:00', '09:00 10:00 11:00']

test('Saturday is closed and Friday closes at eve_close, unless the host works on Shabbat', () => {
  expect(starts('2026-02-06')).toBe(half)
  expect(starts('2026-02-07')).toBe('')
  expect(starts('2026-02-06', { policy: { block_shabbat: false } })).toBe(open)
  expect(starts('2026-02-07', { policy: { block_shabbat: false } })).toBe(open)
})

test('the eve of Yom Kippur closes at eve_close, and a slot that would end later is not offered', () => {
  expect(starts('2026-09-20')).toBe(half)
  expect(starts('2026-09-20', { policy: { eve_close: '11:00' } })).toBe('09:00 10:00')
  expect(starts('2026-09-20', { rules: { duration: 90, slot_interval: 30 } })).toBe('09:00 09:30 10:00 10:30')
  expect(starts('2026-09-20', { policy: { block_holidays: false } })).toBe(open)
})

test('a holiday is closed, unless the host disables holidays or this holiday', () => {
  expect(starts('2026-09-21')).toBe('')
  expect(starts('2026-04-22')).toBe('')
  expect(starts('2026-09-21', { policy: { block_holidays: false } })).toBe(open)
  expect(starts('2026-04-22', { policy: { disabled_ids: ['independence_day'] } })).toBe(open)
  expect(starts('2026-09-21', { policy: { disabled_ids: ['independence_day'] } })).toBe('')
})

test('a disabled holiday on a Saturday stays closed by Shabbat', () => {
  expect(starts('2026-09-26', { policy: { disabled_ids: ['sukkot'] } })).toBe('')
})

test.each(['2026-09-28', '2026-04-06'])('chol hamoed on %s follows its own setting', (day) => {
  expect(starts(day)).toBe(half)
  expect(starts(day, { policy: { chol_hamoed: 'open' } })).toBe(open)
  expect(starts(day, { policy: { chol_hamoed: 'closed' } })).toBe('')
})

test('an eve within chol hamoed uses the stricter of the two rules', () => {
  expect(starts('2026-04-07', { policy: { chol_hamoed: 'open' } })).toBe(half)
  expect(starts('2026-04-07', { policy: { chol_hamoed: 'closed' } })).toBe('')
  expect(starts('2026-04-07', { policy: { chol_hamoed: 'open', block_holidays: false } })).toBe(open)
})

test.each(['2026-04-14', '2026-04-21'])('the memorial day of %s follows its own setting', (day) => {
  expect(starts(day)).toBe(half)
  expect(starts(day, { policy: { memorial: 'open' } })).toBe(open)
  expect(starts(day, { policy: { memorial: 'closed' } })).toBe('')
})

test("Purim and Tisha B'Av are working days", () => {
  const strict = { policy: { chol_hamoed: 'closed', memorial: 'closed' } } as const
  expect(starts('2026-03-03', strict)).toBe(open)
  expect(starts('2026-07-23', strict)).toBe(open)
})

test('own closed days and school breaks include their first and last day', () => {
  const closedDays = [{ from: '2026-07-05', to: '2026-07-07', name: 'החופש הגדול' }]
  const isClosed = ['2026-07-02', '2026-07-05', '2026-07-06', '2026-07-07', '2026-07-08'].map(
    (day) => starts(day, { schedule: { closedDays } }) === '',
  )
  expect(isClosed).toEqual([false, true, true, true, false])
})

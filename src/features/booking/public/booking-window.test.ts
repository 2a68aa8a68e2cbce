import { expect, test } from 'vitest'
import { hasDaysOutside, windowText } from './booking-window.ts'

const today = '2026-11-25'
const winter = { from: '2026-12-10', until: '2027-01-20' }

test.each([
  ['before the first day', winter, '2026-11-01', 'אפשר לקבוע לימים 10.12.2026 עד 20.1.2027.'],
  ['in the month of the last day', winter, '2027-01-01', 'אפשר לקבוע לימים 10.12.2026 עד 20.1.2027.'],
  ['before an open-ended range', { from: '2026-12-10', until: null }, '2026-12-01', 'אפשר לקבוע החל ב־10.12.2026.'],
  ['after the last day', { from: '2026-11-01', until: '2026-12-20' }, '2027-03-01', 'אפשר לקבוע עד 20.12.2026.'],
  ['after some days ahead', { from: null, until: '2027-01-24' }, '2027-02-01', 'אפשר לקבוע עד 24.1.2027.'],
  [
    'after the range ended',
    { from: '2026-10-01', until: '2026-11-24' },
    '2026-11-01',
    'הקביעה לפגישה הזו הסתיימה ב־24.11.2026.',
  ],
])('a month %s shows which days are bookable', (_, window, month, text) => {
  expect(hasDaysOutside(window, month, today)).toBe(true)
  expect(windowText(window, today)).toBe(text)
})

test.each([
  ['within the range', { from: '2026-11-01', until: '2026-12-31' }, '2026-12-01'],
  ['of a range that has begun, from today on', { from: '2026-11-20', until: null }, '2026-11-01'],
  ['without a limit', { from: null, until: null }, '2031-01-01'],
])('a month %s shows no note', (_, window, month) => {
  expect(hasDaysOutside(window, month, today)).toBe(false)
})

test('an unlimited window has no note', () => {
  expect(windowText({ from: null, until: null }, today)).toBeUndefined()
  expect(windowText({ from: '2026-11-20', until: null }, today)).toBeUndefined()
})

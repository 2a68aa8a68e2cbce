import { expect, test } from 'vitest'
import { localTime } from './local-time.ts'

const at = '2026-11-24T18:30:00Z'

test('for a visitor abroad the day and time in their time zone are shown, with the zone’s name', () => {
  expect(localTime(at, 'Europe/London')).toBe('אצלכם: יום שלישי 18:30, שעון לונדון')
  // A different weekday in UTC.
  expect(localTime('2026-11-24T22:30:00Z', 'America/New_York')).toBe('אצלכם: יום שלישי 17:30, שעון ניו יורק')
  expect(localTime(at, 'Asia/Tokyo')).toBe('אצלכם: יום רביעי 03:30, שעון טוקיו')
})

test('a visitor whose local time equals Israel time gets no addition', () => {
  expect(localTime(at, 'Asia/Jerusalem')).toBeUndefined()
  expect(localTime(at, 'Europe/Athens')).toBeUndefined()
})

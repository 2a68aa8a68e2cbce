import { expect, test } from 'vitest'
import { localTime } from './local-time.ts'

const at = '2026-11-24T18:30:00Z'

test('a visitor abroad reads the day and hour of their own clock, which is named', () => {
  expect(localTime(at, 'Europe/London')).toBe('אצלכם: יום שלישי 18:30, שעון לונדון')
  // Another day of the week.
  expect(localTime('2026-11-24T22:30:00Z', 'America/New_York')).toBe('אצלכם: יום שלישי 17:30, שעון ניו יורק')
  expect(localTime(at, 'Asia/Tokyo')).toBe('אצלכם: יום רביעי 03:30, שעון טוקיו')
})

test('where the clock shows what it shows in Israel nothing is added', () => {
  expect(localTime(at, 'Asia/Jerusalem')).toBeUndefined()
  expect(localTime(at, 'Europe/Athens')).toBeUndefined()
})

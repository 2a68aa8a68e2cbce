import { expect, test } from 'vitest'
import { cloneWarnings } from './clone-warnings.ts'

const launch = {
  prelaunch_at: '2026-11-22T18:00:00Z',
  cart_opens_at: '2026-11-26T06:00:00Z',
  // Early on November 30 in Israel.
  cart_closes_at: '2026-11-29T22:30:00Z',
}
const contents = [
  { title: 'שיעור שני', release_at: '2026-11-24T06:00:00Z' },
  { title: 'אחרי השלמה', release_at: null },
]
const warningsOf = (day: string) => cloneWarnings(launch, contents, { first: '2026-11-22', day })

test('dates of a clone that fall on Shabbat or a holiday are listed with their day', () => {
  // Two days later the cart would open on Shabbat.
  expect(warningsOf('2026-11-24')).toEqual(['פתיחת ההרשמה: 28.11.2026, שבת'])
  // Seder night of 2027 is April 21; the first day of Passover is the 22nd.
  expect(warningsOf('2027-04-20')).toContain('שיעור שני: 22.4.2027, חג')
})

test('the same weekdays, and an incompletely typed date, have no warning', () => {
  expect([warningsOf('2026-11-29'), warningsOf('2026-11'), warningsOf('')]).toEqual([[], [], []])
})

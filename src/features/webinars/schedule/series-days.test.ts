import { expect, test } from 'vitest'
import { seriesDays } from './series-days.ts'

test('a series keeps its interval over the change of the clock and of the year', () => {
  expect(seriesDays('2026-10-20', 7, 3)).toEqual({ days: ['2026-10-20', '2026-10-27', '2026-11-03'], rests: [] })
  expect(seriesDays('2026-12-15', 28, 2).days).toEqual(['2026-12-15', '2027-01-12'])
})

test('a rest day of a series is left out, and the first day is as chosen', () => {
  // Rosh Hashana is on 12 and 13 September 2026.
  const { days, rests } = seriesDays('2026-09-06', 7, 3)
  expect({ days, rests }).toEqual({ days: ['2026-09-06', '2026-09-20'], rests: ['2026-09-13'] })
  expect(seriesDays('2026-09-13', 7, 1).days).toEqual(['2026-09-13'])
})

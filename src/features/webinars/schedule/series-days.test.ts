import { expect, test } from 'vitest'
import { maxDates, seriesDays } from './series-days.ts'

test('a series preserves its interval across clock changes and the turn of the year', () => {
  expect(seriesDays('2026-10-20', 7, { count: 3 })).toEqual({
    days: ['2026-10-20', '2026-10-27', '2026-11-03'],
    rests: [],
    isCut: false,
  })
  expect(seriesDays('2026-12-15', 28, { count: 2 }).days).toEqual(['2026-12-15', '2027-01-12'])
})

test('rest days of a series are skipped, except an explicitly chosen first day', () => {
  // Rosh Hashana is on 12 and 13 September 2026.
  const { days, rests } = seriesDays('2026-09-06', 7, { count: 3 })
  expect({ days, rests }).toEqual({ days: ['2026-09-06', '2026-09-20'], rests: ['2026-09-13'] })
  expect(seriesDays('2026-09-13', 7, { count: 1 }).days).toEqual(['2026-09-13'])
})

test('a series with an end date includes it if the interval falls on it, and has no later date', () => {
  const until = (day: string) => seriesDays('2026-10-20', 14, { until: day }).days
  expect(until('2026-11-16')).toEqual(['2026-10-20', '2026-11-03'])
  expect(until('2026-11-17')).toEqual(['2026-10-20', '2026-11-03', '2026-11-17'])
  expect(until('2026-10-19')).toEqual(['2026-10-20'])
})

test('a series with a distant end date is truncated, and reports it', () => {
  const { days, rests, isCut } = seriesDays('2026-10-20', 7, { until: '2036-10-20' })
  expect(days.length + rests.length).toBe(maxDates)
  expect(isCut).toBe(true)
  const last = seriesDays('2026-10-20', 7, { until: '2027-04-13' })
  expect([last.days.length + last.rests.length, last.isCut]).toEqual([maxDates, false])
})

import { expect, test } from 'vitest'
import { groupByHeading, headingOf, timeInGroup, withCreationLine } from './timeline-days.ts'

// Wednesday, 18 November 2026, noon in Israel; the week began on Sunday the 15th.
const now = new Date('2026-11-18T10:00:00Z')

test('an activity is grouped under a relative day heading', () => {
  expect(headingOf('2026-11-18T07:12:00Z', now)).toBe('היום')
  expect(headingOf('2026-11-17T07:12:00Z', now)).toBe('אתמול')
  expect(headingOf('2026-11-15T07:12:00Z', now)).toBe('השבוע')
  expect(headingOf('2026-11-14T07:12:00Z', now)).toBe('בשבוע שעבר')
  expect(headingOf('2026-11-08T07:12:00Z', now)).toBe('בשבוע שעבר')
  expect(headingOf('2026-11-07T07:12:00Z', now)).toBe('נובמבר 2026')
})

test('the day changes at midnight in Israel, not at midnight UTC', () => {
  expect(headingOf('2026-11-17T22:30:00Z', now)).toBe('היום')
  expect(headingOf('2026-11-17T21:30:00Z', now)).toBe('אתמול')
})

test('on a Sunday, the day before is grouped as yesterday and not as last week', () => {
  expect(headingOf('2026-11-14T10:00:00Z', new Date('2026-11-15T10:00:00Z'))).toBe('אתמול')
})

test('today shows the time, earlier days a weekday or a date', () => {
  expect(timeInGroup('2026-11-18T07:12:00Z', now)).toBe('09:12')
  expect(timeInGroup('2026-11-15T19:05:00Z', now)).toBe('יום א׳, 21:05')
  expect(timeInGroup('2026-10-02T10:00:00Z', now)).toBe('2.10, 13:00')
})

test('groups keep the order of the timeline', () => {
  const items = ['2026-11-18T09:00:00Z', '2026-11-18T07:00:00Z', '2026-11-15T19:05:00Z'].map((happened_at) => ({
    happened_at,
  }))
  expect(groupByHeading(items, now).map(({ heading, items: group }) => [heading, group.length])).toEqual([
    ['היום', 2],
    ['השבוע', 1],
  ])
})

test('the creation line is placed by its date, above backdated activities', () => {
  const line = (happened_at: string) => ({ happened_at })
  const [late, early] = [line('2026-11-18T09:00:00+00:00'), line('2026-11-10T09:00:00+00:00')]
  const creationLine = line('2026-11-12T09:00:00.5+00:00')
  expect(withCreationLine([late, early], creationLine, true)).toEqual([late, creationLine, early])
  expect(withCreationLine([late], creationLine, true)).toEqual([late, creationLine])
  const first = line(creationLine.happened_at)
  expect(withCreationLine([first], creationLine, true)[1]).toBe(creationLine)
  expect(withCreationLine([late], creationLine, false)).toEqual([late])
})

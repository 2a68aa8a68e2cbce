import { expect, test } from 'vitest'
import { daysOf, isFiltered, readFilter } from './task-filter.ts'

const read = (search: string) => readFilter(new URLSearchParams(search))

test('a URL without filters is the user’s own list; unknown values are ignored', () => {
  expect(read('')).toEqual({ who: 'mine', types: [], due: undefined, onlyHigh: false, words: '' })
  expect(isFiltered(read('who=all'))).toBe(false)
  expect(read('type=call,nonsense&due=someday&priority=urgent')).toMatchObject({
    types: ['call'],
    due: undefined,
    onlyHigh: false,
  })
})

test('filters are parsed from the URL', () => {
  const filter = read('who=given&type=call,meeting&due=week&priority=high&q=%20נועה')
  expect(filter).toEqual({ who: 'given', types: ['call', 'meeting'], due: 'week', onlyHigh: true, words: 'נועה' })
  expect(isFiltered(filter)).toBe(true)
})

test('a group is translated to a date range: a week ends on Saturday, and an open end is undefined', () => {
  // A Tuesday.
  expect(daysOf('week', '2026-11-24')).toEqual({ from: '2026-11-25', to: '2026-11-28' })
  expect(daysOf('later', '2026-11-24')).toEqual({ from: '2026-11-29' })
  expect(daysOf('none', '2026-11-24')).toBeNull()
})

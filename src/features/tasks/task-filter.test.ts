import { expect, test } from 'vitest'
import { daysOf, isNarrowed, readFilter } from './task-filter.ts'

const read = (search: string) => readFilter(new URLSearchParams(search))

test('an address without filters is one’s own list; what nobody knows is left out', () => {
  expect(read('')).toEqual({ who: 'mine', types: [], due: undefined, onlyHigh: false, words: '' })
  expect(isNarrowed(read('who=all'))).toBe(false)
  expect(read('type=call,nonsense&due=someday&priority=urgent')).toMatchObject({
    types: ['call'],
    due: undefined,
    onlyHigh: false,
  })
})

test('filters are read from the address', () => {
  const filter = read('who=given&type=call,meeting&due=week&priority=high&q=%20נועה')
  expect(filter).toEqual({ who: 'given', types: ['call', 'meeting'], due: 'week', onlyHigh: true, words: 'נועה' })
  expect(isNarrowed(filter)).toBe(true)
})

test('groups become days: a week ends on Saturday, and what has no day has none', () => {
  // A Tuesday.
  expect(daysOf('week', '2026-11-24')).toEqual({ from: '2026-11-25', to: '2026-11-28' })
  expect(daysOf('later', '2026-11-24')).toEqual({ from: '2026-11-29' })
  expect(daysOf('none', '2026-11-24')).toBeNull()
})

import { expect, test } from 'vitest'
import { neighboursOf } from './last-list.ts'
import { normalizeSearch } from './saved-views.ts'

test('a row in the middle has both neighbours and its position', () => {
  expect(neighboursOf(['a', 'b', 'c'], 'b')).toEqual({ previous: 'a', next: 'c', place: 2, of: 3 })
})

test('the ends of a list have one neighbour each', () => {
  expect(neighboursOf(['a', 'b'], 'a')).toMatchObject({ previous: undefined, next: 'b' })
  expect(neighboursOf(['a', 'b'], 'b')).toMatchObject({ previous: 'a', next: undefined })
})

test('an id that is not on the list has no neighbours', () => {
  expect(neighboursOf(['a'], 'z')).toBeUndefined()
})

test('two spellings of one query string are one view', () => {
  expect(normalizeSearch('?b=2&a=1')).toBe(normalizeSearch('a=1&b=2'))
  expect(normalizeSearch('a=1')).not.toBe(normalizeSearch('a=2'))
})

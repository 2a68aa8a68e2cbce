import { expect, test } from 'vitest'
import { type Condition, filterEntries, filterOf, sortOf } from './contact-list.ts'

const asSearch = (groups: Condition[][]) => new URLSearchParams(filterEntries(groups)).toString()

test('a filter survives the round trip through the query string', () => {
  const groups: Condition[][] = [
    [
      { field: 'lifecycle', op: 'is', values: ['lead', 'client'] },
      { field: 'created', op: 'last', values: ['30'] },
    ],
    [{ field: 'custom.city', op: 'contains', values: ['תל אביב, יפו'] }],
  ]
  expect(filterOf(asSearch(groups))).toEqual({ groups, words: '' })
})

test('colons within a value are preserved', () => {
  const groups: Condition[][] = [[{ field: 'source', op: 'is', values: ['הדרכה: מאי'] }]]
  expect(filterOf(asSearch(groups)).groups).toEqual(groups)
})

test.each([
  'f=nonsense',
  'f=password:is:x',
  'f=lifecycle:drop:x',
  'f=lifecycle:is:',
  'f=created:from:soon',
  'f=created:to:2026-02-31',
  'f=custom.A;--:is:x',
  'f=or&f=or',
  '',
])('a query string with %s is parsed as an empty filter', (search) => {
  expect(filterOf(search)).toEqual({ groups: [], words: '' })
})

test('search text and sort are read from the URL; an unknown sort falls back to the default', () => {
  expect(filterOf('q=%20%D7%9B%D7%94%D7%9F%20').words).toBe('כהן')
  expect(sortOf('sort=name')).toBe('name')
  expect(sortOf('sort=-created')).toBe('-created')
  expect(sortOf('sort=password')).toBe('-activity')
})

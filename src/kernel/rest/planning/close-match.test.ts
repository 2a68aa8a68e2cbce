import { expect, test } from 'vitest'
import { closestMatch } from './close-match.ts'

test('the closest known name is suggested, unless none is similar enough', () => {
  const names = ['authors', 'books', 'book_tags', 'הזמנות']
  expect(closestMatch('book', names, 0.75)).toBe('books')
  expect(closestMatch('Authorz', names, 0.75)).toBe('authors')
  expect(closestMatch('הזמנה', names, 0.6)).toBe('הזמנות')
  expect(closestMatch('invoices', names, 0.75)).toBeUndefined()
  expect(closestMatch('x'.repeat(100_000), ['y'.repeat(60)], 0.75)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { closeMatch } from './close-match.ts'

test('the closest known name is suggested, unless none is similar enough', () => {
  const names = ['authors', 'books', 'book_tags', 'הזמנות']
  expect(closeMatch('book', names, 0.75)).toBe('books')
  expect(closeMatch('Authorz', names, 0.75)).toBe('authors')
  expect(closeMatch('הזמנה', names, 0.6)).toBe('הזמנות')
  expect(closeMatch('invoices', names, 0.75)).toBeUndefined()
  expect(closeMatch('x'.repeat(100_000), ['y'.repeat(60)], 0.75)).toBeUndefined()
})

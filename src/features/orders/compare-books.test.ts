import { expect, test } from 'vitest'
import { compareBooks, type Line, withoutLines } from './compare-books.ts'

const line = (transactionId: string, amountAgorot: number, kind: Line['kind'] = 'payment'): Line => ({
  transactionId,
  kind,
  amountAgorot,
})

test('equal lists in a different order have no differences', () => {
  const lines = [line('1', 100), line('2', 200), line('1', 50, 'refund')]
  expect(compareBooks(lines, lines.toReversed())).toEqual([])
})

test('a line that is missing in one list, or has another amount there, is a difference', () => {
  expect(compareBooks([line('1', 100), line('2', 200)], [line('2', 250), line('3', 300)])).toEqual([
    { transactionId: '2', kind: 'payment', oursAgorot: 200, theirsAgorot: 250 },
    { transactionId: '3', kind: 'payment', oursAgorot: null, theirsAgorot: 300 },
    { transactionId: '1', kind: 'payment', oursAgorot: 100, theirsAgorot: null },
  ])
})

test('a refund does not match a payment with the same transaction number', () => {
  expect(compareBooks([line('1', 100)], [line('1', 100, 'refund')])).toHaveLength(2)
})

test('lines that the other list has with the same kind and amount are removed', () => {
  const lines = [line('1', 100), line('2', 200), line('3', 300, 'refund')]
  expect(withoutLines(lines, [line('1', 100), line('2', 250), line('3', 300)])).toEqual([lines[1], lines[2]])
})

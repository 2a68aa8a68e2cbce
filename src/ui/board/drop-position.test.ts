import { expect, test } from 'vitest'
import { cardAfter, lengthWith, neighbour, positionBetween, positionOf, movePosition } from './drop-position.ts'

const columns = [
  { id: 'new', cards: ['a', 'b', 'c'] },
  { id: 'talked', cards: [] },
  { id: 'offered', cards: ['d'] },
]

test('the position of a card is found; that of a removed card is undefined', () => {
  expect(positionOf(columns, 'b')).toEqual({ column: 'new', index: 1 })
  expect(positionOf(columns, 'gone')).toBeUndefined()
})

test('vertical steps stop at the ends of the column', () => {
  expect(movePosition(columns, 'a', { column: 'new', index: 0 }, 'up')).toEqual({ column: 'new', index: 0 })
  expect(movePosition(columns, 'a', { column: 'new', index: 1 }, 'down')).toEqual({ column: 'new', index: 2 })
  expect(movePosition(columns, 'a', { column: 'new', index: 2 }, 'down')).toEqual({ column: 'new', index: 2 })
})

test('a horizontal step moves to the next column, at the same index or at the end of a shorter column', () => {
  expect(movePosition(columns, 'c', { column: 'new', index: 2 }, 'next')).toEqual({ column: 'talked', index: 0 })
  expect(movePosition(columns, 'c', { column: 'talked', index: 0 }, 'previous')).toEqual({ column: 'new', index: 0 })
  expect(movePosition(columns, 'a', { column: 'offered', index: 1 }, 'next')).toEqual({ column: 'offered', index: 1 })
})

test('the card after the drop position is found without counting the lifted one', () => {
  expect(cardAfter(columns, 'a', { column: 'new', index: 0 })).toBe('b')
  expect(cardAfter(columns, 'a', { column: 'new', index: 1 })).toBe('c')
  expect(cardAfter(columns, 'a', { column: 'new', index: 2 })).toBeNull()
  expect(cardAfter(columns, 'a', { column: 'talked', index: 0 })).toBeNull()
  expect(lengthWith(columns, 'a', 'new')).toBe(3)
  expect(lengthWith(columns, 'a', 'offered')).toBe(2)
})

test('arrow keys skip empty columns when they move the focus', () => {
  expect(neighbour(columns, 'c', 'next')).toBe('d')
  expect(neighbour(columns, 'd', 'previous')).toBe('a')
  expect(neighbour(columns, 'a', 'up')).toBeUndefined()
  expect(neighbour(columns, 'a', 'down')).toBe('b')
  expect(neighbour(columns, 'd', 'next')).toBeUndefined()
})

test('a drop position between two rendered cards is found when their neighbours are not rendered', () => {
  const between = (column: string, above: string | null, below: string | null) =>
    positionBetween(columns, 'a', { column, above, below })
  expect(between('new', 'b', 'c')).toEqual({ column: 'new', index: 1 })
  expect(between('new', 'c', null)).toEqual({ column: 'new', index: 2 })
  expect(between('new', null, 'b')).toEqual({ column: 'new', index: 0 })
  expect(between('talked', null, null)).toEqual({ column: 'talked', index: 0 })
  expect(between('offered', 'd', null)).toEqual({ column: 'offered', index: 1 })
})

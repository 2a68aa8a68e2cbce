import { expect, test } from 'vitest'
import { cardsIn, piecesOf, startsOf } from './virtual-layout.ts'

const ids = (many: number) => Array.from({ length: many }, (_, at) => `card ${at}`)
const even = (many: number) => startsOf(ids(many), new Map([['card 0', 92]]), 8, null)

test('unmeasured cards are assumed to have the average measured height', () => {
  const heights = new Map([['card 0', 80], ['card 2', 120]]) // prettier-ignore
  expect([...startsOf(ids(4), heights, 8, null)]).toEqual([0, 88, 196, 324, 432])
})

test('the lifted card takes no height in its column', () => {
  const heights = new Map([['card 0', 80], ['card 1', 1], ['card 2', 80]]) // prettier-ignore
  expect([...startsOf(ids(3), heights, 8, 'card 1')]).toEqual([0, 88, 88, 176])
})

test('of ten thousand cards, the visible ones and one screen beyond are rendered', () => {
  const { first, last } = cardsIn(even(10_000), { top: 500_000, bottom: 500_800 })
  expect({ first, last }).toEqual({ first: 4993, last: 5016 })
})

test('the range is clamped at both ends of the column', () => {
  expect(cardsIn(even(10_000), { top: 0, bottom: 800 })).toEqual({ first: 0, last: 16 })
  expect(cardsIn(even(10_000), { top: 999_200, bottom: 1_000_000 }).last).toBe(10_000)
  expect(cardsIn(even(3), { top: 0, bottom: 800 })).toEqual({ first: 0, last: 3 })
  expect(cardsIn(even(0), { top: 0, bottom: 800 })).toEqual({ first: 0, last: 0 })
  expect(cardsIn(even(3), { top: 90_000, bottom: 90_800 })).toEqual({ first: 3, last: 3 })
})

test('spacers keep the exact height of cards that are not rendered', () => {
  const starts = even(100)
  const pieces = piecesOf(starts, { first: 40, last: 42 }, [], 8)
  expect(pieces).toEqual([{ at: 0, roomPx: 3992 }, { at: 40 }, { at: 41 }, { at: 42, roomPx: 5792 }])
  // Four items with an 8 px gap; rendered cards are 92 px high.
  expect(3992 + 8 + 92 + 8 + 92 + 8 + 5792 + 8).toBe(starts.at(-1))
})

test('the focused card stays rendered when it is scrolled out of view', () => {
  const pieces = piecesOf(even(100), { first: 40, last: 42 }, [3, 41, -1, 100], 8)
  expect(pieces.filter((piece) => piece.roomPx === undefined).map(({ at }) => at)).toEqual([3, 40, 41])
  expect(piecesOf(even(2), { first: 0, last: 2 }, [0], 8)).toEqual([{ at: 0 }, { at: 1 }])
})

import { expect, test } from 'vitest'
import { cardsIn, piecesOf, startsOf } from './virtual-layout.ts'

const ids = (many: number) => Array.from({ length: many }, (_, at) => `card ${at}`)
const even = (many: number) => startsOf(ids(many), new Map([['card 0', 92]]), 8, null)

test('cards of different heights follow one another, those never drawn as high as the others on average', () => {
  const heights = new Map([['card 0', 80], ['card 2', 120]]) // prettier-ignore
  expect([...startsOf(ids(4), heights, 8, null)]).toEqual([0, 88, 196, 324, 432])
})

test('the card in the hand takes no room in its column', () => {
  const heights = new Map([['card 0', 80], ['card 1', 1], ['card 2', 80]]) // prettier-ignore
  expect([...startsOf(ids(3), heights, 8, 'card 1')]).toEqual([0, 88, 88, 176])
})

test('of ten thousand cards those on the screen and a screen beyond are drawn', () => {
  const { first, last } = cardsIn(even(10_000), { top: 500_000, bottom: 500_800 })
  expect({ first, last }).toEqual({ first: 4993, last: 5016 })
})

test('the ends of a column are the ends', () => {
  expect(cardsIn(even(10_000), { top: 0, bottom: 800 })).toEqual({ first: 0, last: 16 })
  expect(cardsIn(even(10_000), { top: 999_200, bottom: 1_000_000 }).last).toBe(10_000)
  expect(cardsIn(even(3), { top: 0, bottom: 800 })).toEqual({ first: 0, last: 3 })
  expect(cardsIn(even(0), { top: 0, bottom: 800 })).toEqual({ first: 0, last: 0 })
  expect(cardsIn(even(3), { top: 90_000, bottom: 90_800 })).toEqual({ first: 3, last: 3 })
})

test('what is not drawn keeps its room, to the pixel', () => {
  const starts = even(100)
  const pieces = piecesOf(starts, { first: 40, last: 42 }, [], 8)
  expect(pieces).toEqual([{ at: 0, roomPx: 3992 }, { at: 40 }, { at: 41 }, { at: 42, roomPx: 5792 }])
  // Four pieces stand 8 px apart; drawn cards are 92 px high.
  expect(3992 + 8 + 92 + 8 + 92 + 8 + 5792 + 8).toBe(starts.at(-1))
})

test('a card with the focus stays, however far it is scrolled away', () => {
  const pieces = piecesOf(even(100), { first: 40, last: 42 }, [3, 41, -1, 100], 8)
  expect(pieces.filter((piece) => piece.roomPx === undefined).map(({ at }) => at)).toEqual([3, 40, 41])
  expect(piecesOf(even(2), { first: 0, last: 2 }, [0], 8)).toEqual([{ at: 0 }, { at: 1 }])
})

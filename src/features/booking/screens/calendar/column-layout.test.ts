import { expect, test } from 'vitest'
import { hoursOf, placeInLanes } from './column-layout.ts'

const at = (id: string, start: number, end: number) => ({ id, start, end })
const lanes = (items: ReturnType<typeof at>[]) =>
  Object.fromEntries(placeInLanes(items).map(({ id, lane, lanes: many }) => [id, `${lane}/${many}`]))

test('overlapping appointments are placed side by side, and adjacent ones use the full width', () => {
  expect(lanes([at('a', 540, 600), at('b', 600, 660)])).toEqual({ a: '0/1', b: '0/1' })
  expect(lanes([at('a', 540, 600), at('b', 570, 660), at('c', 600, 630)])).toEqual({ a: '0/2', b: '1/2', c: '0/2' })
  expect(lanes([at('a', 540, 600), at('b', 540, 600), at('c', 550, 560), at('d', 700, 710)])).toEqual({
    a: '0/3',
    b: '1/3',
    c: '2/3',
    d: '0/1',
  })
})

test('a page shows 8:00 to 20:00, extended for early or late appointments', () => {
  expect(hoursOf([])).toEqual({ first: 8, last: 20 })
  expect(hoursOf([at('a', 390, 420), at('b', 1230, 1275)])).toEqual({ first: 6, last: 22 })
})

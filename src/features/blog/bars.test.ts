import { expect, test } from 'vitest'
import { barsOf } from './bars.ts'

test('each line with a number becomes a bar, sized in percent of the largest value', () => {
  expect(barsOf('דיור, 5,200\nסופר: 2,600 ₪\nבלי מספר\n\nגן, 1300.5')).toEqual([
    { label: 'דיור', value: 5200, share: 100 },
    { label: 'סופר', value: 2600, share: 50 },
    { label: 'גן', value: 1300.5, share: 25 },
  ])
})

test('lines without a number are skipped, and a chart has at most twelve bars', () => {
  expect(barsOf('רק מילים')).toEqual([])
  expect(barsOf('א, 0')).toEqual([{ label: 'א', value: 0, share: 0 }])
  expect(barsOf(Array.from({ length: 20 }, (_, i) => `ש${i}, ${i}`).join('\n'))).toHaveLength(12)
})

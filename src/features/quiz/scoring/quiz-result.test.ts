import { expect, test } from 'vitest'
import { financialStage } from '../definition/financial-stage.ts'
import { levelOf, resultOf } from './quiz-result.ts'

const answersOf = (points: number[]) => Object.fromEntries(points.map((point, i) => [`q${i + 1}`, point]))

test('the weakest and strongest dimensions are named, and a tie selects the first one', () => {
  const { dimensions, stage } = resultOf(financialStage, answersOf([2, 2, 4, 4, 1, 1, 1, 1, 4, 4]))
  expect(dimensions.map(({ key, note }) => [key, note])).toEqual([
    ['cashflow', null],
    ['debt', 'חובות: נקודת חוזק'],
    ['safety', 'רשת ביטחון: כאן כדאי להתחיל'],
    ['future', null],
    ['habits', null],
  ])
  expect(stage).toMatchObject({ id: 3, name: 'יציבות', cta: { href: '/product-3' }, leadMagnet: 'keren-herum' })
})

test('with equal percentages no dimension is weakest, and with too few answers there is no stage', () => {
  expect(resultOf(financialStage, answersOf(Array(10).fill(2))).dimensions.every(({ note }) => note === null)).toBe(
    true,
  )
  expect(resultOf(financialStage, {})).toMatchObject({ answered: 0, score: null, stage: null })
})

test.each([
  [0, 'low'],
  [39, 'low'],
  [40, 'middle'],
  [69, 'middle'],
  [70, 'high'],
  [100, 'high'],
])('a dimension of %i percent has the level %s', (percent, level) => {
  expect(levelOf(percent)).toBe(level)
})

import { expect, test } from 'vitest'
import { financialStage } from '../definition/financial-stage.ts'
import { questionSteps } from './question-steps.ts'

test('a question is reached by attempts that stopped there or later, and by all with a result', () => {
  const steps = questionSteps(financialStage, 10, { q1: 3, q4: 2, details: 1, removed: 4 })
  expect(steps.map(({ reached }) => reached)).toEqual([20, 13, 13, 13, 11, 11, 11, 11, 11, 11, 11])
  expect(steps.map(({ stopped }) => stopped)).toEqual([7, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1])
  expect(steps.at(-1)).toMatchObject({ key: 'details', reached: 11, stopped: 1 })
})

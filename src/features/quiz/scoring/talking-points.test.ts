import { expect, test } from 'vitest'
import { financialStage } from '../definition/financial-stage.ts'
import { resultOf } from './quiz-result.ts'
import { scoreQuiz } from './score-quiz.ts'
import { talkingPoints } from './talking-points.ts'

const pointsOf = (text: string, mayRead = true) => {
  const answers = Object.fromEntries(
    text.split(' ').map((point, i) => [`q${i + 1}`, point === '-' ? null : Number(point)]),
  )
  return talkingPoints({
    definition: financialStage,
    result: resultOf(financialStage, answers),
    rules: scoreQuiz(financialStage, answers).rules,
    answers: mayRead ? answers : null,
  })
}
const keys = (text: string, mayRead?: boolean) => pointsOf(text, mayRead).map(({ key }) => key)

test('talking points are ordered: the strength, weak dimensions, the rule, the lowest answers and the next step', () => {
  expect(keys('4 4 0 1 3 3 1 3 3 3')).toEqual([
    'strength',
    'dimension cashflow',
    'dimension debt',
    'rule arrears',
    'answer q3',
    'answer q4',
    'answer q7',
    'next',
  ])
  expect(pointsOf('4 4 0 1 3 3 1 3 3 3').find(({ key }) => key === 'answer q3')).toEqual({
    key: 'answer q3',
    title: 'מה מצב ההלוואות וההתחייבויות (לא כולל משכנתה)?',
    text: 'ענו: יש פיגורים, מכתבי התראה או הליכי גבייה',
  })
})

test('without access to the answers the talking points reveal no answer', () => {
  expect(keys('4 4 0 1 3 3 1 3 - 3', false)).toEqual([
    'strength',
    'dimension cashflow',
    'dimension debt',
    'skipped',
    'next',
  ])
  expect(pointsOf('4 4 0 1 3 3 1 3 - 3', false).find(({ key }) => key === 'skipped')?.text).toBe('שאלה אחת')
})

test('a rule that did not affect the stage is omitted, and skipped questions are listed', () => {
  const points = pointsOf('1 0 1 1 0 1 1 1 1 -')
  expect(points.filter(({ key }) => key.startsWith('rule'))).toEqual([])
  expect(points.find(({ key }) => key === 'skipped')?.text).toBe('״כשמגיעה הוצאה גדולה ולא צפויה, מה קורה?״')
})

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

test('a talk begins with the strength, names the rule and the lowest answers, and ends with the next step', () => {
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

test('without the right to the answers nothing says what was answered', () => {
  expect(keys('4 4 0 1 3 3 1 3 - 3', false)).toEqual([
    'strength',
    'dimension cashflow',
    'dimension debt',
    'skipped',
    'next',
  ])
  expect(pointsOf('4 4 0 1 3 3 1 3 - 3', false).find(({ key }) => key === 'skipped')?.text).toBe('שאלה אחת')
})

test('a rule that did not decide the stage is not named, and skipped questions are', () => {
  const points = pointsOf('1 0 1 1 0 1 1 1 1 -')
  expect(points.filter(({ key }) => key.startsWith('rule'))).toEqual([])
  expect(points.find(({ key }) => key === 'skipped')?.text).toBe('״כשמגיעה הוצאה גדולה ולא צפויה, מה קורה?״')
})

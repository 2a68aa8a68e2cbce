import { expect, test } from 'vitest'
import { financialStage } from '../definition/financial-stage.ts'
import { QuizDefinition } from '../definition/quiz-definition.ts'
import {
  addDimension,
  addQuestion,
  addStage,
  changeStage,
  moveQuestion,
  problemText,
  questionsOf,
  removeDimension,
  removeQuestion,
  removeStage,
  ruleText,
} from './draft-edits.ts'
import { addStep, type DraftHistory, undoStep } from './draft-history.ts'

test('removing a question removes its rules, and the draft is valid again once its dimension has another question', () => {
  const draft = removeQuestion(financialStage, 2)
  expect(draft.questions.map(({ key }) => key)).not.toContain('q3')
  expect(draft.rules.map(({ key }) => key)).toEqual(['overdraft', 'no_reserve'])
  const added = addQuestion(draft)
  const { key } = added.questions.at(-1)!
  expect(key).toMatch(/^q[a-z0-9_]+$/)
  const whole = {
    ...added,
    questions: added.questions.map((one) =>
      one.key === key
        ? { ...one, text: 'שאלה', dimension: 'debt', options: one.options.map(({ value }) => ({ value, text: 'א' })) }
        : one,
    ),
  }
  expect(QuizDefinition.safeParse(whole).success).toBe(true)
})

test('a question moves by one position', () => {
  const keys = moveQuestion(financialStage, 0, 1).questions.map(({ key }) => key)
  expect(keys.slice(0, 3)).toEqual(['q2', 'q1', 'q3'])
})

test('a rule is formatted as a sentence with its questions and answers', () => {
  expect(ruleText(financialStage, financialStage.rules[1]!)).toBe(
    'בשאלה ״איך נראה החשבון בסוף חודש רגיל?״ ענו ״במינוס, והוא הולך וגדל״, וגם בשאלה ״עד כמה אתם יודעים כמה עולה חודש בבית?״ ענו ״אין לנו מושג״ או ״הערכה גסה״',
  )
})

test('a problem text names its location', () => {
  const problems = QuizDefinition.safeParse({
    ...financialStage,
    stages: financialStage.stages.with(2, { ...financialStage.stages[2]!, from: 9 }),
  }).error!.issues.map(problemText)
  expect(problems).toEqual(['שלב 3: כל שלב מתחיל מעל השלב שלפניו, והראשון מ־0'])
})

test('removing a stage merges its scores into the stage below, and rules retain their capped stage', () => {
  const draft = removeStage(financialStage, 1)
  expect(draft.stages.map(({ id, name, from }) => [id, name, from])).toEqual([
    [1, 'חובות', 0],
    [2, 'יציבות', 17],
    [3, 'צמיחה', 25],
    [4, 'עצמאות כלכלית', 33],
  ])
  expect(draft.rules.map(({ key, stage }) => [key, stage])).toEqual([
    ['arrears', 1],
    ['overdraft', 1],
    ['no_reserve', 2],
  ])
  expect(QuizDefinition.safeParse(draft).success).toBe(true)
  expect(removeStage(financialStage, 0).stages[0]).toMatchObject({ id: 1, name: 'איזון', from: 0 })
})

test('a new stage is the highest one, and is valid once its texts are filled in', () => {
  const added = addStage(financialStage)
  expect(added.stages.at(-1)).toMatchObject({ id: 6, from: 37 })
  expect(QuizDefinition.safeParse(added).error!.issues.map(problemText)).toContain('שלב 6: חסר טקסט')
  const texts = {
    name: 'א',
    title: 'א',
    description: 'א',
    strength: 'א',
    nextStep: 'א',
    cta: { label: 'א', href: '/' },
  }
  expect(QuizDefinition.safeParse(changeStage(added, 5, texts)).success).toBe(true)
})

test('a new dimension needs a name and two questions, and can be removed while it has no questions', () => {
  const added = addDimension(financialStage)
  expect(questionsOf(added, added.dimensions.at(-1)!.key)).toBe(0)
  expect(QuizDefinition.safeParse(added).error!.issues.map(problemText)).toEqual(
    expect.arrayContaining(['תחום 6: חסר טקסט']),
  )
  expect(removeDimension(added, 5)).toEqual(financialStage)
})

test('a removal is one undo step, and all typing after the removal is another', () => {
  const typed = (from: DraftHistory, name: string) => addStep(from, changeStage(from.draft, 0, { name }))
  let history: DraftHistory = { draft: financialStage, past: [] }
  history = addStep(history, removeQuestion(history.draft, 2))
  history = typed(typed(history, 'ש'), 'שקט')
  expect(history.past).toHaveLength(2)
  history = undoStep(history)
  expect([history.draft.questions.length, history.draft.stages[0]!.name]).toEqual([9, 'חובות'])
  history = undoStep(history)
  expect(history).toEqual({ draft: financialStage, past: [] })
  expect(undoStep(history)).toEqual(history)
})

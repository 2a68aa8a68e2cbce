import { expect, test } from 'vitest'
import { financialStage } from '../definition/financial-stage.ts'
import { QuizDefinition } from '../definition/quiz-definition.ts'
import { scoreQuiz } from './score-quiz.ts'

/** Points of q1 to q10; a dash is a skipped question. */
const answersOf = (points: string) =>
  Object.fromEntries(points.split(' ').map((point, i) => [`q${i + 1}`, point === '-' ? null : Number(point)]))
const scored = (points: string) => scoreQuiz(financialStage, answersOf(points))

test.each([
  ['every answer is the lowest', '0 0 0 0 0 0 0 0 0 0', 0, 1],
  ['every answer is the highest', '4 4 4 4 4 4 4 4 4 4', 40, 5],
  ['every answer is the middle one', '2 2 2 2 2 2 2 2 2 2', 20, 3],
  ['arrears', '4 4 0 4 4 4 4 4 4 4', 36, 1],
  ['no reserve', '4 4 4 4 0 4 4 4 4 4', 36, 3],
  ['a growing overdraft that is only estimated', '0 1 4 4 4 4 4 4 4 4', 33, 2],
])('%s: score and stage match the specification', (_what, points, score, stage) => {
  expect(scored(points)).toMatchObject({ score, stage })
})

// No rule applies to these answers: q1, q3 and q5 are above 0.
test.each([
  ['1 0 1 0 1 1 1 1 1 1', 8, 1],
  ['1 1 1 0 1 1 1 1 1 1', 9, 2],
  ['2 2 2 2 2 2 1 1 1 1', 16, 2],
  ['2 2 2 2 2 2 2 1 1 1', 17, 3],
  ['3 3 3 3 2 2 2 2 2 2', 24, 3],
  ['3 3 3 3 3 2 2 2 2 2', 25, 4],
  ['4 4 3 3 3 3 3 3 3 3', 32, 4],
  ['4 4 4 3 3 3 3 3 3 3', 33, 5],
])('%s scores %i, at the cutoff of stage %i', (points, score, stage) => {
  expect(scored(points)).toMatchObject({ score, stage })
})

test.each([
  ['eight answers', '2 2 2 2 2 2 2 3 - -', 8, 21, 3],
  ['nine answers', '2 2 2 2 2 2 2 2 3 -', 9, 21, 3],
  ['a half is rounded up', '2 2 2 2 2 2 1 1 - -', 8, 18, 3],
  ['just below a half is rounded down', '2 2 2 2 2 2 2 1 1 -', 9, 18, 3],
  ['a half at a cutoff', '2 2 2 2 1 1 1 2 - -', 8, 16, 2],
  ['eight answers that round up to a higher stage', '4 4 4 3 3 3 3 2 - -', 8, 33, 5],
])('%s are normalised by the number of answers', (_what, points, answered, score, stage) => {
  expect(scored(points)).toMatchObject({ answered, score, stage })
})

/**
 * The first `many` questions with the given total, at least one point each so that no rule applies. The others are
 * skipped.
 */
const withSum = (sum: number, many: number) => {
  let remaining = sum - many
  return Array.from({ length: 10 }, (_, i) => {
    if (i >= many) return '-'
    const more = Math.min(3, remaining)
    remaining -= more
    return 1 + more
  }).join(' ')
}

// Totals just below and at each cutoff, by number of answers.
test.each([
  [10, [8, 9], [16, 17], [24, 25], [32, 33]],
  [9, [7, 8], [14, 15], [22, 23], [29, 30]],
  [8, [6, 7], [13, 14], [19, 20], [25, 26]],
])('with %i answers each stage starts at its cutoff', (many, ...cutoffs) => {
  for (const [i, [below, above]] of cutoffs.entries()) {
    const [before, after] = [below!, above!].map((sum) => scored(sum < many ? lowSum(sum, many) : withSum(sum, many)))
    expect(before).toMatchObject({ answered: many, stage: i + 1 })
    expect(after).toMatchObject({ answered: many, stage: i + 2 })
    const limit = [9, 17, 25, 33][i]!
    expect(before!.score).toBeLessThan(limit)
    expect(after!.score).toBeGreaterThanOrEqual(limit)
  }
})

/** Totals below one point per question: zeros only where no rule applies. */
const lowSum = (sum: number, many: number) => {
  let zeros = many - sum
  return Array.from({ length: 10 }, (_, i) => {
    if (i >= many) return '-'
    if (zeros === 0 || i % 2 === 0) return 1
    zeros -= 1
    return 0
  }).join(' ')
}

test('for every total of eight, nine and ten answers, the score is rounded half up and the stage matches its range', () => {
  const ranges = [[0, 8], [9, 16], [17, 24], [25, 32], [33, 40]] as const // prettier-ignore
  const scale = Array.from({ length: 41 }, (_, score) => score)
  for (const many of [8, 9, 10])
    for (let sum = many; sum <= 4 * many; sum++) {
      const distance = (score: number) => Math.abs(score * many - sum * 10)
      const score = scale.reduce((best, one) => (distance(one) <= distance(best) ? one : best))
      const stage = 1 + ranges.findIndex(([from, to]) => from <= score && score <= to)
      expect(scored(withSum(sum, many)), `${sum} of ${many}`).toMatchObject({ answered: many, score, stage, rules: [] })
    }
})

test('fewer than eight answers have a score, but no stage', () => {
  expect(scored('4 4 4 4 4 4 4 - - -')).toMatchObject({ answered: 7, score: 40, stage: null })
  expect(scored('- - - - - - - - - -')).toMatchObject({ answered: 0, score: null, stage: null, rules: [] })
})

test.each([
  ['skipped arrears', '4 4 - 4 4 4 4 4 4 4', [], 5],
  ['a skipped reserve', '4 4 4 4 - 4 4 4 4 4', [], 5],
  ['an overdraft with a skipped estimate', '0 - 4 4 4 4 4 4 4 4', [], 5],
  ['an overdraft in a home that knows its large expenses', '0 2 4 4 4 4 4 4 4 4', [], 5],
  ['one point in arrears', '4 4 1 4 4 4 4 4 4 4', [], 5],
  ['one point of reserve', '4 4 4 4 1 4 4 4 4 4', [], 5],
  ['several rules: the lowest stage counts', '0 0 0 4 0 4 4 4 4 4', ['arrears', 'overdraft', 'no_reserve'], 1],
  ['a rule never raises a stage', '1 0 1 1 0 1 1 1 1 1', ['no_reserve'], 1],
])('rules are applied as specified: %s', (_what, points, rules, stage) => {
  expect(scored(points)).toMatchObject({ rules, stage })
})

test('a dimension is the average of its answered questions, as a percentage', () => {
  expect(scored('0 1 4 4 3 - - - 2 1').dimensions).toEqual({
    cashflow: 13,
    debt: 100,
    safety: 75,
    future: null,
    habits: 38,
  })
})

test('the default quiz is valid, with the cutoffs and names of the specification', () => {
  expect(QuizDefinition.parse(financialStage)).toEqual(financialStage)
  expect(financialStage.stages.map(({ from, name }) => [from, name])).toEqual([
    [0, 'חובות'],
    [9, 'איזון'],
    [17, 'יציבות'],
    [25, 'צמיחה'],
    [33, 'עצמאות כלכלית'],
  ])
  expect(financialStage.questions.map(({ key, dimension, options }) => [key, dimension, options.length])).toEqual(
    ['cashflow', 'debt', 'safety', 'future', 'habits'].flatMap((dimension, i) => [
      [`q${2 * i + 1}`, dimension, 5],
      [`q${2 * i + 2}`, dimension, 5],
    ]),
  )
})

test.each<[string, (draft: QuizDefinition) => void, string]>([
  ['a cutoff below the one before', (draft) => void (draft.stages[2]!.from = 9), 'stages.2.from'],
  ['a question without its highest answer', (draft) => void draft.questions[0]!.options.pop(), 'questions.0.options'],
  ['an unknown dimension', (draft) => void (draft.questions[0]!.dimension = 'luck'), 'questions.0.dimension'],
  ['a dimension with one question', (draft) => void (draft.questions[0]!.dimension = 'debt'), 'dimensions.0'],
  ['a rule about a question that is gone', (draft) => void (draft.rules[0]!.when[0]!.question = 'q99'), 'rules.0'],
  ['two answers with the same points', (draft) => void (draft.questions[0]!.options[1]!.value = 0), 'questions.0.options'], // prettier-ignore
  ['a link to another site', (draft) => void (draft.stages[0]!.cta.href = '//evil.example'), 'stages.0.cta.href'],
])('%s is refused with the path of its field', (_what, change, path) => {
  const draft = structuredClone(financialStage)
  change(draft)
  expect(QuizDefinition.safeParse(draft).error?.issues.map((issue) => issue.path.join('.'))).toContain(path)
})

import { expect, test } from 'vitest'
import { financialStage } from '../definition/financial-stage.ts'
import { areCutoffsOrdered, previewCutoffs } from './cutoff-preview.ts'

const counts = [
  { score: 20, stage: 3, answered: 10, rules: [], many: 4 },
  { score: 24, stage: 3, answered: 10, rules: [], many: 2 },
  { score: 36, stage: 1, answered: 10, rules: ['arrears'], many: 3 },
  { score: 30, stage: null, answered: 7, rules: [], many: 1 },
]
const draftWith = (change: (draft: typeof financialStage) => void) => {
  const draft = structuredClone(financialStage)
  change(draft)
  return draft
}

test('without a change all results retain their stage', () => {
  const { stages, moved, total } = previewCutoffs(financialStage, counts)
  expect([moved, total]).toEqual([0, 10])
  expect(stages.filter(({ now }) => now > 0)).toEqual([
    { id: 1, now: 3, then: 3 },
    { id: 3, now: 6, then: 6 },
    { id: null, now: 1, then: 1 },
  ])
})

test('changed cutoffs, rules and minimum answers change the previewed stages', () => {
  const lower = draftWith(({ stages }) => void (stages[3]!.from = 24))
  expect(previewCutoffs(lower, counts)).toMatchObject({ moved: 2, stages: { 2: { then: 4 }, 3: { then: 2 } } })
  const looser = draftWith(({ rules }) => void (rules.find(({ key }) => key === 'arrears')!.stage = 2))
  expect(previewCutoffs(looser, counts)).toMatchObject({ moved: 3, stages: { 0: { then: 0 }, 1: { then: 3 } } })
  const without = draftWith((draft) => void (draft.rules = []))
  expect(previewCutoffs(without, counts)).toMatchObject({ moved: 3, stages: { 4: { then: 3 } } })
  const fewer = draftWith((draft) => void (draft.minAnswered = 7))
  expect(previewCutoffs(fewer, counts)).toMatchObject({ moved: 1, stages: { 3: { then: 1 }, 5: { then: 0 } } })
})

test('cutoffs that are not ascending, or do not start at the lowest score, are invalid', () => {
  expect(areCutoffsOrdered(financialStage.stages)).toBe(true)
  expect(areCutoffsOrdered(draftWith(({ stages }) => void (stages[2]!.from = 9)).stages)).toBe(false)
  expect(areCutoffsOrdered(draftWith(({ stages }) => void (stages[0]!.from = 1)).stages)).toBe(false)
  expect(areCutoffsOrdered([])).toBe(false)
})

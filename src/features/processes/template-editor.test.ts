import { expect, test } from 'vitest'
import { newStage, previewOf } from './template-editor.ts'

test('a preview after midnight in Israel starts on that day, although UTC still has the day before', () => {
  const template = { name: 'ליווי', description: '', stages: [{ ...newStage(), default_days: 14 }] }
  const { started_on, stages } = previewOf(template, new Date('2026-11-23T22:30:00Z'))
  expect([started_on, stages[0]!.due_on]).toEqual(['2026-11-24', '2026-12-08'])
})

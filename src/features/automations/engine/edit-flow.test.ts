import { expect, test } from 'vitest'
import type { Step } from './definition.ts'
import { insertStep, moveStep, newStepId, removeStep, replaceStep } from './edit-flow.ts'
import { eachStep } from './flow.ts'

const exit = (id: string): Step => ({ id, kind: 'exit' })
const branch = (id: string, then: Step[], other: Step[] = []): Step => ({
  id,
  kind: 'branch',
  conditions: [],
  then,
  else: other,
})
const tree = [exit('one1'), branch('two2', [exit('in01'), exit('in02')], [branch('deep', [])]), exit('thr3')]
const shape = (steps: readonly Step[]): unknown[] =>
  steps.map((step) => (step.kind === 'branch' ? [step.id, shape(step.then), shape(step.else)] : step.id))

test('a step is inserted into the root list, or into an arm of a branch', () => {
  expect(shape(insertStep(tree, null, 1, exit('new0')))).toEqual([
    'one1',
    'new0',
    ['two2', ['in01', 'in02'], [['deep', [], []]]],
    'thr3',
  ])
  expect(shape(insertStep(tree, { of: 'deep', arm: 'else' }, 0, exit('new0')))).toEqual([
    'one1',
    ['two2', ['in01', 'in02'], [['deep', [], ['new0']]]],
    'thr3',
  ])
})

test('a step is replaced, removed and moved in its own list', () => {
  expect(shape(replaceStep(tree, { ...exit('in01'), kind: 'exit' }))).toEqual(shape(tree))
  expect(shape(removeStep(tree, 'in01'))).toEqual(['one1', ['two2', ['in02'], [['deep', [], []]]], 'thr3'])
  expect(shape(moveStep(tree, 'in02', -1))).toEqual(['one1', ['two2', ['in02', 'in01'], [['deep', [], []]]], 'thr3'])
  expect(shape(moveStep(tree, 'one1', -1))).toEqual(shape(tree))
  expect(shape(moveStep(tree, 'one1', 1))).toEqual([['two2', ['in01', 'in02'], [['deep', [], []]]], 'one1', 'thr3'])
})

test('a new id is unique', () => {
  const id = newStepId(tree)
  expect(id).toMatch(/^[a-z0-9]{8}$/)
  expect([...eachStep(tree)].map((step) => step.id)).not.toContain(id)
})

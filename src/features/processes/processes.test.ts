import { expect, test } from 'vitest'
import {
  currentStage,
  goalProgress,
  inStageOrder,
  type StageStatus,
  tasksOfClient,
  progressText,
} from './stage-progress.ts'

const at = (...statuses: StageStatus[]) => statuses.map((status) => ({ status }))

test('stages are in the template’s order, regardless of the order in the response (spec §4)', () => {
  const stages = [
    { id: 'c', stage_order: 10 },
    { id: 'a', stage_order: 1 },
    { id: 'b', stage_order: 2 },
  ]
  const instances = ['b', 'c', 'a', 'unseen'].map((process_stage_id) => ({ process_stage_id }))
  expect(inStageOrder(instances, stages).map(({ stage }) => stage.id)).toEqual(['a', 'b', 'c'])
})

test.each([
  [at('done', 'active', 'locked'), 1, 'שלב 2 מתוך 3'],
  [at('waiting_client', 'locked'), 0, 'שלב 1 מתוך 2'],
  [at('done', 'skipped', 'waiting_coach'), 2, 'שלב 3 מתוך 3'],
  [at('active', 'active'), 0, 'שלב 1 מתוך 2'],
  [at('locked', 'locked'), -1, '2 שלבים'],
  [at('done', 'skipped'), -1, 'כל השלבים הושלמו'],
  [at(), -1, ''],
])('the stages %j have the current stage %i and the text "%s"', (stages, place, text) => {
  const now = currentStage(stages)
  expect(now ? stages.indexOf(now) : -1).toBe(place)
  expect(progressText(stages)).toBe(text)
})

test('the coach’s own tasks are not shown to the client', () => {
  const task = { name: 'x', due_offset: 1, minutes: 5 }
  expect(
    tasksOfClient([
      { ...task, owner: 'client' },
      { ...task, owner: 'coach' },
      { ...task, owner: 'both' },
    ]).map(({ owner }) => owner),
  ).toEqual(['client', 'both'])
})

test.each([
  [{ goal_target: 4, goal_reached: 3, goal_unit: 'שבועות' }, 75, '3 מתוך 4 שבועות'],
  [{ goal_target: 3, goal_reached: 2, goal_unit: '' }, 66, '2 מתוך 3'],
  [{ goal_target: 200, goal_reached: 199, goal_unit: 'שקים' }, 99, '199 מתוך 200 שקים'],
  [{ goal_target: 6, goal_reached: 6, goal_unit: 'פגישות' }, 100, '6 מתוך 6 פגישות'],
])('the goal %j has a progress of %i percent', (counted, percent, text) => {
  expect(goalProgress(counted)).toMatchObject({ percent, text })
})

test('a goal without a target has no progress', () => {
  expect(goalProgress({ goal_target: null, goal_reached: 0, goal_unit: '' })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { byRank, isRotting, nextStepState } from './opportunities.ts'

const now = new Date('2026-11-20T10:00:00Z')

test('an opportunity is stalled after the number of days its stage allows', () => {
  const since = (days: number) => ({ stage_entered_at: new Date(now.getTime() - days * 86_400_000).toISOString() })
  expect(isRotting(since(6.9), { rot_days: 7 }, now)).toBe(false)
  expect(isRotting(since(7), { rot_days: 7 }, now)).toBe(true)
  expect(isRotting(since(700), { rot_days: null }, now)).toBe(false)
})

test('the state of a next step is none, planned or overdue', () => {
  expect(nextStepState({ next_step_task_id: null, next_step_at: null }, now)).toBe('none')
  expect(nextStepState({ next_step_task_id: 'x', next_step_at: null }, now)).toBe('planned')
  expect(nextStepState({ next_step_task_id: 'x', next_step_at: '2026-11-20T09:00:00Z' }, now)).toBe('overdue')
})

test('opportunities are ordered by the bytes of their rank, as in the database', () => {
  const ranks = ['500000000000z', '500000000000V', '499999999999', '500000000000']
  expect(
    ranks
      .map((rank) => ({ id: rank, rank }))
      .toSorted(byRank)
      .map((opportunity) => opportunity.rank),
  ).toEqual(['499999999999', '500000000000', '500000000000V', '500000000000z'])
})

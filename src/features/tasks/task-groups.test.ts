import { expect, test } from 'vitest'
import { inGroups } from './task-groups.ts'

// A Tuesday, at noon in Israel.
const now = new Date('2026-11-24T10:00:00Z')
const task = (name: string, due_date: string | null, more: { due_at?: string; priority?: 'high' | 'low' } = {}) => ({
  name,
  due_date,
  due_at: null,
  status: 'To Do' as const,
  priority: 'medium' as const,
  ...more,
})
const grouped = (tasks: ReturnType<typeof task>[]) =>
  inGroups(tasks, now).map(({ group, tasks: members }) => [group, members.map(({ name }) => name).join(' ')])

test('tasks are grouped by due date, and a week ends on Saturday', () => {
  expect(
    grouped([
      task('מתישהו', null),
      task('ראשון', '2026-11-29'),
      task('שבת', '2026-11-28'),
      task('היום', '2026-11-24'),
      task('אתמול', '2026-11-23'),
    ]),
  ).toEqual([
    ['overdue', 'אתמול'],
    ['today', 'היום'],
    ['week', 'שבת'],
    ['later', 'ראשון'],
    ['none', 'מתישהו'],
  ])
})

test('within a day tasks with a time come first, in order, then the others by priority', () => {
  expect(
    grouped([
      task('קלה', '2026-11-24', { priority: 'low' }),
      task('כבדה', '2026-11-24', { priority: 'high' }),
      task('בארבע', '2026-11-24', { due_at: '2026-11-24T14:00:00Z' }),
      task('בשתיים', '2026-11-24', { due_at: '2026-11-24T12:00:00Z' }),
      task('בתשע', '2026-11-24', { due_at: '2026-11-24T07:00:00Z' }),
    ]),
  ).toEqual([
    ['overdue', 'בתשע'],
    ['today', 'בשתיים בארבע כבדה קלה'],
  ])
})

import { expect, test } from 'vitest'
import { isOverdue, NewTask } from './tasks.ts'

const now = new Date('2026-11-20T10:00:00Z')

test('a task is overdue past its time, or past its date if it has no time', () => {
  const task = { status: 'To Do' as const, due_date: null, due_at: null }
  expect(isOverdue(task, '2026-11-20', now)).toBe(false)
  expect(isOverdue({ ...task, due_date: '2026-11-20' }, '2026-11-20', now)).toBe(false)
  expect(isOverdue({ ...task, due_date: '2026-11-19' }, '2026-11-20', now)).toBe(true)
  expect(isOverdue({ ...task, due_date: '2026-11-20', due_at: '2026-11-20T09:59:00Z' }, '2026-11-20', now)).toBe(true)
  expect(isOverdue({ ...task, due_date: '2026-11-19', status: 'Done' }, '2026-11-20', now)).toBe(false)
})

test('a name is required, and bidi control characters are removed', () => {
  expect(NewTask.safeParse({ name: ' \u202e ' }).success).toBe(false)
  expect(NewTask.parse({ name: ' להתקשר\u200f  מחר ' }).name).toBe('להתקשר מחר')
})

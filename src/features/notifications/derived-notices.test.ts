import { expect, test } from 'vitest'
import {
  applyLocalState,
  type DueTask,
  derivedLimits,
  deriveNotices,
  isDerived,
  mergeNotices,
} from './derived-notices.ts'
import { countUnreadHighSeverity } from './notice-texts.ts'
import type { Notification } from './notifications.ts'

const today = '2026-11-22'
const task = (i: number, due: string): DueTask => ({ id: `t${i}`, name: `משימה ${i}`, due_date: due, status: 'To Do' })
const tasks = (length: number, due: string) => Array.from({ length }, (_, i) => task(i, due))
const notices = (due: { upcoming?: DueTask[]; overdue?: DueTask[] }) =>
  deriveNotices({ upcoming: [], overdue: [], ...due }, { userId: 'noa', today })

// spec §9: today to tomorrow, severity medium, titled 'משימה קרובה'
test('a task due today or tomorrow yields a notification of medium severity', () => {
  expect(notices({ upcoming: [task(1, '2026-11-23')] })).toMatchObject([
    { id: 'task-t1', user_id: 'noa', title: 'משימה קרובה', message: 'משימה 1', severity: 'medium', is_read: false },
  ])
})

test('an overdue task yields a notification of high severity', () => {
  expect(notices({ overdue: [task(1, '2026-11-20')] })).toMatchObject([
    { id: 'overdue-t1', title: 'משימה באיחור', severity: 'high' },
  ])
})

test('each kind yields at most ten notifications', () => {
  const result = notices({ upcoming: tasks(12, today), overdue: tasks(12, '2026-11-01') })
  expect(result.filter(({ id }) => id.startsWith('task-'))).toHaveLength(10)
  expect(result.filter(({ id }) => id.startsWith('overdue-'))).toHaveLength(10)
})

test('only notifications whose ids begin with task- or overdue- count as derived', () => {
  expect(['task-1', 'overdue-1', crypto.randomUUID(), 'tasks-1'].map(isDerived)).toEqual([true, true, false, false])
})

test('read and deleted states of derived notifications are applied locally, without a database row', () => {
  const result = notices({ upcoming: [task(1, today), task(2, today)], overdue: [task(3, '2026-11-01')] })
  const handled = { 'task-t1': 'read', 'overdue-t3': 'deleted' } as const
  expect(applyLocalState(result, handled).map(({ id, is_read }) => [id, is_read])).toEqual([
    ['task-t1', true],
    ['task-t2', false],
  ])
})

test('stored and derived notifications are merged into one list, newest first, at most a hundred', () => {
  const [notice] = notices({ upcoming: [task(1, today)] })
  const stored = Array.from({ length: 120 }, (_, i): Notification => ({
    ...notice!,
    id: `n${i}`,
    created_at: new Date(Date.UTC(2026, 10, 22) + (i - 60) * 60_000).toISOString(),
  }))
  const merged = mergeNotices(stored, [notice!])
  expect(merged).toHaveLength(100)
  expect(merged[0]!.id).toBe('n119')
  expect(merged.findIndex(({ id }) => id === 'task-t1')).toBe(60)
})

test('unread notifications of high and critical severity count as urgent', () => {
  const [result] = notices({ overdue: [task(1, '2026-11-01')] })
  const all = (['low', 'medium', 'high', 'critical'] as const).map((severity) => ({ ...result!, severity }))
  expect(all.map((notice) => countUnreadHighSeverity([notice]))).toEqual([0, 0, 1, 1])
  expect(countUnreadHighSeverity(all)).toBe(2)
  expect(countUnreadHighSeverity(all.map((notice) => ({ ...notice, is_read: true })))).toBe(0)
})

test('spec §9: ten of each kind, a hundred in total, fresh for a minute', () => {
  expect(derivedLimits).toEqual({ upcoming: 10, overdue: 10, merged: 100, staleMs: 60_000 })
})

import { expect, test } from 'vitest'
import {
  countUnread,
  countUrgent,
  isGenerated,
  limits,
  mergeNotices,
  type Notice,
  taskNotice,
} from './notifications.ts'

const notice = (id: string, minute: number, more: Partial<Notice> = {}): Notice => ({
  id,
  type: 'x',
  title: id,
  message: '',
  severity: 'medium',
  related_entity_type: null,
  related_entity_id: null,
  is_read: false,
  created_at: new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString(),
  metadata: {},
  ...more,
})

test('stored and generated notices are one list, newest first, of a hundred at most', () => {
  const merged = mergeNotices([notice('א', 1), notice('ב', 3)], [notice('task-1', 2)])
  expect(merged.map((one) => one.id)).toEqual(['ב', 'task-1', 'א'])
  expect(
    mergeNotices(
      Array.from({ length: 90 }, (_, i) => notice(`${i}`, i)),
      Array.from({ length: 20 }, (_, i) => notice(`task-${i}`, i)),
    ),
  ).toHaveLength(limits.merged)
})

test('a task that is due soon makes a notice that is never stored', () => {
  const made = taskNotice({ id: 'abc', name: 'להתקשר', due_date: '2026-11-20' }, new Date())
  expect(made).toMatchObject({ title: 'משימה קרובה', message: 'להתקשר', severity: 'medium', is_read: false })
  expect(isGenerated(made.id)).toBe(true)
  expect(isGenerated('overdue-1')).toBe(true)
  expect(isGenerated(crypto.randomUUID())).toBe(false)
})

test('unread ones of high and critical severity count as urgent', () => {
  const notices = [
    notice('א', 1, { severity: 'high' }),
    notice('ב', 2, { severity: 'critical', is_read: true }),
    notice('ג', 3),
  ]
  expect(countUnread(notices)).toBe(2)
  expect(countUrgent(notices)).toBe(1)
})

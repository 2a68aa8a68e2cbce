import { expect, test } from 'vitest'
import { dueText } from './due.ts'

const now = new Date('2026-11-20T10:00:00Z') // noon in Israel

test('a due date is formatted relative to today, with the time in Israel', () => {
  expect(dueText({ due_date: '2026-11-21', due_at: null }, now)).toBe('מחר')
  expect(dueText({ due_date: '2026-11-20', due_at: '2026-11-20T14:15:00Z' }, now)).toBe('היום, 16:15')
  expect(dueText({ due_date: null, due_at: null }, now)).toBe('')
})

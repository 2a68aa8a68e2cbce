import { expect, test } from 'vitest'
import type { TodayItem } from '#features/today/today.data.ts'
import { isTask, placeOf, textsOf } from './item-texts.ts'

const now = new Date('2026-11-25T10:00:00Z')
const contact = { id: 'c', full_name: 'נועה לוי', phone: null, email: null }
const found = {
  id: 'i',
  task_id: null,
  opportunity_id: null,
  title: 'x',
  words: null,
  since: '2026-11-25T09:30:00Z',
  contact,
}
const task = {
  ...found,
  task_id: 'i',
  title: 'לשלוח סיכום',
  due_date: '2026-11-24',
  due_at: null,
  type: 'todo',
  priority: 'medium',
  rrule: null,
  status: 'To Do',
  version: 1,
} as const
const opportunity = {
  ...found,
  opportunity_id: 'i',
  title: 'ליווי',
  words: 'נוצר קשר',
  amount_agorot: 500_000,
  color: 'stage-1',
  rot_days: 5,
}

test('a request shows its contact, topic and message, and is late after an hour', () => {
  const lead: TodayItem = { ...found, kind: 'lead', title: 'coaching', words: 'אשמח לשיחה' }
  expect(textsOf(lead, now)).toMatchObject({ title: 'נועה לוי', time: 'לפני 30 דקות', isLate: false })
  expect(textsOf(lead, now).note).toBe('ליווי משפחתי: אשמח לשיחה')
  expect(textsOf({ ...lead, words: null }, now).note).not.toContain(':')
  expect(textsOf({ ...lead, since: '2026-11-25T08:59:00Z' }, now).isLate).toBe(true)
  expect(textsOf({ ...lead, title: 'נושא שנמחק' }, now).note).toBe('נושא שנמחק: אשמח לשיחה')
})

test('an overdue task is late and a task due today is not; both show the contact', () => {
  expect(textsOf({ ...task, kind: 'overdue' }, now)).toEqual({
    title: 'לשלוח סיכום',
    note: 'נועה לוי',
    time: 'אתמול',
    isLate: true,
  })
  expect(textsOf({ ...task, kind: 'today', contact: null, due_date: '2026-11-25' }, now)).toEqual({
    title: 'לשלוח סיכום',
    note: '',
    time: 'היום',
    isLate: false,
  })
})

test('a meeting in progress is not late', () => {
  expect(textsOf({ ...task, kind: 'now', type: 'meeting' }, now)).toMatchObject({ time: 'לפני 30 דקות', isLate: false })
})

test.each([
  ['2026-11-25T09:00:00Z', 'מהיום בשלב'],
  ['2026-11-24T09:00:00Z', 'יום בשלב'],
  ['2026-11-23T09:00:00Z', 'יומיים בשלב'],
  ['2026-11-15T10:00:01Z', '9 ימים בשלב'],
])('an opportunity in its stage since %s is shown as %s', (since, time) => {
  expect(textsOf({ ...opportunity, kind: 'aimless', since }, now)).toMatchObject({ time, isLate: false })
  expect(textsOf({ ...opportunity, kind: 'rotting', since }, now)).toMatchObject({ time, isLate: true })
})

test('an opportunity without an amount shows only its stage', () => {
  expect(textsOf({ ...opportunity, kind: 'rotting' }, now).note).toMatch(/^נוצר קשר · .*5,000/)
  expect(textsOf({ ...opportunity, kind: 'rotting', amount_agorot: 0 }, now).note).toBe('נוצר קשר')
})

test('an overdue payment and an overdue process stage show their contact, and are late', () => {
  const late = { title: 'נועה לוי', isLate: true }
  expect(textsOf({ ...found, kind: 'payment', late_agorot: 132_000 }, now)).toMatchObject(late)
  expect(textsOf({ ...found, kind: 'payment', late_agorot: 132_000 }, now).note).toContain('1,320')
  expect(textsOf({ ...found, kind: 'waiting', title: 'תלושי שכר' }, now)).toMatchObject({ ...late, note: 'תלושי שכר' })
})

test('each kind links to its record, and a task without a contact has no link', () => {
  expect(placeOf({ ...opportunity, kind: 'aimless' })).toBe('/crm/opportunities/i')
  expect(placeOf({ ...opportunity, kind: 'rotting' })).toBe('/crm/opportunities/i')
  expect(placeOf({ ...found, kind: 'payment', late_agorot: 1 })).toBe('/crm/payment/i')
  expect(placeOf({ ...found, kind: 'waiting' })).toBe('/crm/contacts/c')
  expect(placeOf({ ...task, kind: 'today' })).toBe('/crm/contacts/c')
  expect(placeOf({ ...task, kind: 'today', contact: null })).toBeUndefined()
})

test('only task items are completed as tasks', () => {
  for (const kind of ['now', 'overdue', 'today'] as const) expect(isTask({ ...task, kind })).toBe(true)
  expect(isTask({ ...found, kind: 'lead' })).toBe(false)
  expect(isTask({ ...opportunity, kind: 'aimless' })).toBe(false)
})

import { expect, test } from 'vitest'
import type { TodayItem } from '#features/today/today.data.ts'
import { actionsOf } from './item-actions.ts'

const contact = { id: 'c', full_name: 'נועה', phone: '+972500000001', email: null }
const found = {
  id: 'i',
  task_id: null,
  opportunity_id: null,
  title: 'x',
  words: null,
  since: '2026-11-22T08:00:00Z',
  contact,
}
const task = {
  ...found,
  task_id: 't',
  due_date: '2026-11-22',
  due_at: null,
  priority: 'medium',
  rrule: null,
  status: 'To Do',
  version: 1,
}
const keys = (item: object) => actionsOf(item as TodayItem).map(({ key }) => key)

const cases: [what: string, item: object, first: string, all: number][] = [
  ['an open lead', { ...found, kind: 'lead' }, 'call', 4],
  [
    'a lead with only an email address',
    { ...found, kind: 'lead', contact: { ...contact, phone: null, email: 'a@b.example' } },
    'mail',
    3,
  ],
  ['an overdue call', { ...task, kind: 'overdue', type: 'call' }, 'call', 4],
  ['a call to a contact without a phone number', { ...task, kind: 'today', type: 'call', contact: null }, 'done', 1],
  ['a to-do', { ...task, kind: 'today', type: 'todo' }, 'done', 4],
  ['an opportunity without a next step', { ...found, kind: 'aimless' }, 'next', 4],
  ['a stalled opportunity', { ...found, kind: 'rotting' }, 'open', 3],
  ['an overdue process stage of a client', { ...found, kind: 'waiting' }, 'whatsapp', 3],
]
for (const [what, item, first, all] of cases)
  test(`${what}: ${first} comes first`, () => {
    expect(keys(item)[0]).toBe(first)
    expect(keys(item)).toHaveLength(all)
  })

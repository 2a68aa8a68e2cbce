import { expect, test } from 'vitest'
import { type FieldLabels, formatChanges } from './format-changes.ts'

const labels: FieldLabels = {
  staffName: (id) => (id === 'u1' ? 'הילה' : undefined),
  names: new Map([['s1', 'נשלחה הצעה']]),
  fields: [
    {
      id: 'f',
      entity: 'contact',
      key: 'city',
      label: 'עיר',
      type: 'text',
      options: [],
      required: false,
      position: 1,
      created_at: '2026-11-01T00:00:00Z',
      deleted_at: null,
      is_demo: false,
      version: 1,
    },
  ],
}
const format = (entity: string, before: object | null, after: object | null) =>
  formatChanges({ entity, before, after } as Parameters<typeof formatChanges>[0], labels)

test('a change is formatted as its value before and after', () => {
  expect(
    format(
      'contacts',
      { lifecycle: 'lead', owner_id: null, do_not_contact: false },
      { lifecycle: 'client', owner_id: 'u1', do_not_contact: true },
    ),
  ).toEqual([
    { label: 'סוג', was: 'מתעניין/ת', is: 'לקוח/ה' },
    { label: 'באחריות', is: 'הילה' },
    { label: 'אין ליצור קשר שיווקי', was: 'לא', is: 'כן' },
  ])
})

test('ids of deleted rows and of former staff are shown as deleted', () => {
  expect(format('opportunities', { stage_id: 's0', owner_id: 'u0' }, { stage_id: 's1', owner_id: 'u1' })).toEqual([
    { label: 'שלב', was: 'רשומה שנמחקה', is: 'נשלחה הצעה' },
    { label: 'באחריות', was: 'מי שכבר לא בצוות', is: 'הילה' },
  ])
})

test('money, dates and custom fields use the formatting of the rest of the app', () => {
  expect(
    format(
      'opportunities',
      { amount_agorot: 69_000, expected_close_on: null, custom: { city: 'חיפה', unknown: 1 } },
      { amount_agorot: 69_050, expected_close_on: '2026-11-22', custom: { city: 'עכו', unknown: 2 } },
    ).map(({ label, was, is }) => [label, was?.replaceAll(/[^\d.,\p{L}]/gu, ''), is?.replaceAll(/[^\d.,\p{L}]/gu, '')]),
  ).toEqual([
    ['סכום', '690', '690.50'],
    ['סגירה צפויה', undefined, '22.11.2026'],
    ['עיר', 'חיפה', 'עכו'],
  ])
})

test('columns without a label and values with equal formatting are omitted', () => {
  expect(format('contacts', { first_touch: {}, source: '' }, { first_touch: { a: 1 }, source: null })).toEqual([])
})

test('a bulk change is shown as the list of changed columns', () => {
  expect(format('contacts', null, { count: 5000, columns: ['lifecycle', 'owner_id', 'first_touch'] })).toEqual([
    { label: 'מה השתנה', is: 'סוג, באחריות' },
  ])
})

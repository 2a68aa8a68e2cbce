import { expect, test } from 'vitest'
import { parseRow } from './parse-row.ts'
import type { RowContext } from './parsed-row.ts'

const city = { key: 'f_city', type: 'select' as const, options: [{ id: 'a', label: 'חיפה' }] }
const contextFor = (...mapping: RowContext['mapping']): RowContext => ({
  mapping,
  fields: [city],
  staff: [{ user_id: 'u1', name: 'יעל נבו' }],
  tags: [],
  dateOrders: [],
  today: '2026-11-24',
})

test('a complete row is parsed from common notations', () => {
  const mapping = contextFor(
    'full_name',
    'phone',
    'email',
    'tags',
    'lifecycle',
    'owner',
    'birth_date',
    'custom:f_city',
    'do_not_contact',
    'consent',
    'note',
    null,
  )
  const cells = [
    'ד"ר דנה כהן לוי',
    '050-123 4567; 03-6123456',
    ' Dana@Example.COM ',
    'תערוכה, חם',
    'לקוחה',
    'יעל נבו',
    '31/12/1990',
    'חיפה',
    'לא',
    'כן',
    'שורה\nשנייה',
    'x',
  ]
  expect(parseRow(cells, mapping)).toEqual({
    line: {
      first_name: 'ד"ר דנה',
      last_name: 'כהן לוי',
      phones: [
        { kind: 'phone', raw: '050-123 4567', norm: '+972501234567' },
        { kind: 'phone', raw: '03-6123456', norm: '+97236123456' },
      ],
      emails: [{ kind: 'email', raw: 'Dana@Example.COM', norm: 'dana@example.com' }],
      tags: ['תערוכה', 'חם'],
      lifecycle: 'client',
      owner_id: 'u1',
      birth_date: '1990-12-31',
      custom: { f_city: 'a' },
      consent: true,
      note: 'שורה\nשנייה',
    },
    faults: [],
  })
})

test.each([
  '050-1234567',
  '0501234567',
  '501234567',
  '+972501234567',
  '+972 (0)50-1234567',
  '00972501234567',
  '972501234567',
  '050.123.4567',
  '(050) 123-4567',
  '050/1234567',
  '501234567.0',
  "'0501234567",
  "'+972501234567",
])('the phone notation %s is normalised to the same number', (cell) => {
  expect(parseRow(['דנה', cell], contextFor('first_name', 'phone'))).toMatchObject({
    line: { phones: [{ norm: '+972501234567' }] },
  })
})

test.each<[string, string[], RowContext['mapping'], string, number | null]>([
  ['without a name', ['', '0501234567'], ['full_name', 'phone'], 'name_missing', null],
  ['with an incomplete number', ['דנה', '050-12'], ['full_name', 'phone'], 'phone_invalid', 1],
  ['with an address without a domain', ['דנה', 'dana@'], ['full_name', 'email'], 'email_invalid', 1],
  ['with a name over the length limit', ['ד'.repeat(130)], ['full_name'], 'name_too_long', null],
  ['with a name over the cell limit', ['ד'.repeat(10_001), '0501234567'], ['full_name', 'phone'], 'cell_too_long', 0],
])('a row %s is rejected, and the column is reported', (_what, cells, mapping, reason, column) => {
  expect(parseRow(cells, contextFor(...mapping))).toMatchObject({ problem: { reason, column } })
})

test.each<[string, string, string, string]>([
  ['an invalid second number', 'אין', 'phone_2', 'phone_invalid'],
  ['an address without a domain', 'dana@', 'email', 'email_invalid'],
  ['the 31st of February', '31.2.1990', 'birth_date', 'date_invalid'],
  ['a birth date in the future', '12.3.2093', 'birth_date', 'birth_date_in_future'],
  ['an unknown lifecycle', 'כוכב', 'lifecycle', 'lifecycle_unknown'],
  ['an unknown owner', 'משה', 'owner', 'owner_unknown'],
  ['an unknown option', 'לונדון', 'custom:f_city', 'field_invalid'],
  ['a deleted field', 'לונדון', 'custom:gone', 'field_invalid'],
  ['an overlong cell', 'א'.repeat(10_001), 'note', 'cell_too_long'],
  ['an overlong tag', 'א'.repeat(41), 'tags', 'tag_too_long'],
  ['an overlong identifier', '1'.repeat(121), 'external_id', 'external_id_length'],
])('%s is omitted and reported, and the contact is imported', (_what, cell, field, reason) => {
  const read = parseRow(['דנה', '0501234567', cell], contextFor('first_name', 'phone', field))
  expect(read).toMatchObject({ line: { first_name: 'דנה', phones: [{}] }, faults: [{ reason, column: 2 }] })
})

test.each(['consent', 'do_not_contact'])('an unreadable value for %s is never read as consent', (field) => {
  for (const mapping of [
    [field, 'consent'],
    ['consent', field],
  ] as const) {
    if (field === 'consent' && mapping[0] === mapping[1]) continue
    const cells = ['דנה', '0501234567', ...mapping.map((one) => (one === field ? 'אולי' : 'כן'))]
    expect(parseRow(cells, contextFor('first_name', 'phone', ...mapping))).toMatchObject({ line: { consent: false } })
  }
  expect(parseRow(['דנה', '0501234567', 'אולי'], contextFor('first_name', 'phone', field))).toMatchObject({
    line: { consent: false },
    faults: [{ reason: 'yes_or_no_unclear', column: 2 }],
  })
})

test('dates, including those of custom fields, are parsed in the day and month order of their column', () => {
  const context: RowContext = {
    ...contextFor('first_name', 'birth_date', 'custom:f_day'),
    fields: [{ key: 'f_day', type: 'date', options: [] }],
    dateOrders: [null, 'month_first', 'day_first'],
  }
  expect(parseRow(['דנה', '3/4/90', '3/4/90'], context)).toMatchObject({
    line: { birth_date: '1990-03-04', custom: { f_day: '1990-04-03' } },
  })
})

test("Excel's leading text apostrophe is removed, and other apostrophes are preserved", () => {
  const read = (cell: string) => parseRow([cell], contextFor('first_name'))
  expect(read("'דנה")).toMatchObject({ line: { first_name: 'דנה' } })
  expect(read("'דנה'")).toMatchObject({ line: { first_name: "'דנה'" } })
  expect(read("ג'ני")).toMatchObject({ line: { first_name: "ג'ני" } })
})

test.each<[string[], RowContext['mapping'], string, string | undefined]>([
  [['דנה כהן', 'דנה'], ['full_name', 'first_name'], 'דנה', 'כהן'],
  [['דנה כהן', 'כהן'], ['full_name', 'last_name'], 'דנה', 'כהן'],
  [['כהן'], ['last_name'], 'כהן', undefined],
  [['דנה\u202e'], ['full_name'], 'דנה', undefined],
])('first and last name are read from %j', (cells, mapping, first, last) => {
  const read = parseRow(cells, contextFor(...mapping))
  expect('line' in read && [read.line.first_name, read.line.last_name]).toEqual([first, last])
})

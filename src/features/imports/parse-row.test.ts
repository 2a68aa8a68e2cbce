import { expect, test } from 'vitest'
import { type RowContext, parseRow } from './parse-row.ts'

const city = { key: 'f_city', type: 'select' as const, options: [{ id: 'a', label: 'חיפה' }] }
const contextFor = (...mapping: RowContext['mapping']): RowContext => ({
  mapping,
  fields: [city],
  staff: [{ user_id: 'u1', name: 'יעל נבו' }],
  tags: [],
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
])('the phone notation %s is normalised to the same number', (cell) => {
  expect(parseRow(['דנה', cell], contextFor('first_name', 'phone'))).toMatchObject({
    line: { phones: [{ norm: '+972501234567' }] },
  })
})

test.each<[string, string[], RowContext['mapping'], string, number | null]>([
  ['without a name', ['', '0501234567'], ['full_name', 'phone'], 'name_missing', null],
  ['with an incomplete number', ['דנה', '050-12'], ['full_name', 'phone'], 'phone_invalid', 1],
  ['with an invalid second number', ['דנה', '0501234567, אין'], ['full_name', 'phone'], 'phone_invalid', 1],
  ['with an address without a domain', ['דנה', 'dana@'], ['full_name', 'email'], 'email_invalid', 1],
  ['with the 31st of February', ['דנה', '31.2.1990'], ['full_name', 'birth_date'], 'date_invalid', 1],
  ['with an unknown value', ['דנה', 'כוכב'], ['full_name', 'lifecycle'], 'lifecycle_unknown', 1],
  ['with an unknown owner', ['דנה', 'משה'], ['full_name', 'owner'], 'owner_unknown', 1],
  ['with an unknown option', ['דנה', 'לונדון'], ['full_name', 'custom:f_city'], 'field_invalid', 1],
  ['with a deleted field', ['דנה', 'לונדון'], ['full_name', 'custom:gone'], 'field_invalid', 1],
  ['with an unclear boolean', ['דנה', 'אולי'], ['full_name', 'consent'], 'yes_or_no_unclear', 1],
  ['with a name over the length limit', ['ד'.repeat(130)], ['full_name'], 'name_too_long', null],
  ['with a cell over the length limit', ['דנה', 'א'.repeat(10_001)], ['full_name', 'note'], 'cell_too_long', 1],
])('a row %s is refused as a whole, with its column', (_what, cells, mapping, reason, column) => {
  expect(parseRow(cells, contextFor(...mapping))).toEqual({ problem: { reason, column } })
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

import { expect, test } from 'vitest'
import { findHeader, guessColumns, mappingProblem, normalizeHeader } from './columns.ts'

const nothing = new Map<string, string | null>()

test.each<[string, string[], (string | null)[]]>([
  [
    'an Israeli list',
    ['שם פרטי', 'שם משפחה', 'נייד', 'דוא"ל', 'הערות'],
    ['first_name', 'last_name', 'phone', 'email', 'note'],
  ],
  [
    'asterisks, colons and quotes',
    ['*שם מלא:', 'טל׳ נייד', 'אי-מייל', 'ת. לידה'],
    ['full_name', 'phone', 'email', 'birth_date'],
  ],
  [
    'Google contacts',
    ['First Name', 'Last Name', 'Labels', 'E-mail 1 - Value', 'Phone 1 - Value'],
    ['first_name', 'last_name', 'tags', 'email', 'phone'],
  ],
  [
    'HubSpot',
    ['Record ID', 'First Name', 'Last Name', 'Email', 'Phone Number', 'Contact owner', 'Lifecycle Stage'],
    ['external_id', 'first_name', 'last_name', 'email', 'phone', 'owner', 'lifecycle'],
  ],
  ['two numbers', ['שם', 'טלפון', 'נייד', 'סלולרי'], ['full_name', 'phone', 'phone_2', null]],
  ['a first name next to a generic name column', ['שם', 'שם פרטי'], ['last_name', 'first_name']],
  ['unknown headers', ['עיר', 'גיל'], [null, null]],
])('the mapping of %s is guessed by header', (_what, header, fields) => {
  expect(guessColumns(header, [], nothing, [])).toEqual(fields)
})

test('remembered mappings and custom fields are guessed by column name', () => {
  const remembered = new Map<string, string | null>([
    [normalizeHeader('קמפיין'), 'source'],
    [normalizeHeader('שם'), null],
    [normalizeHeader('תקציב ישן'), 'custom:gone'],
  ])
  const header = ['קמפיין', 'שם', 'עיר מגורים', 'תקציב ישן']
  expect(guessColumns(header, [], remembered, [{ key: 'f_city', label: 'עיר מגורים' }])).toEqual([
    'source',
    null,
    'custom:f_city',
    null,
  ])
})

test('an unnamed column is guessed by its content, and its guess never takes the field of a column with a known header', () => {
  const samples = [
    ['050-1234567', 'dana@example.com', '03-1234567'],
    ['0521234567', '', '03-7654321'],
  ]
  expect(guessColumns(['', '', 'טלפון'], samples, nothing, [])).toEqual(['phone_2', 'email', 'phone'])
})

test.each<[string, string[][], number]>([
  [
    'header in the first row',
    [
      ['שם', 'טלפון'],
      ['דנה', '0501234567'],
    ],
    1,
  ],
  ['header below a title', [['דוח לקוחות ליום 1.1.2026'], ['שם', 'נייד', 'מייל'], ['דנה', '0501234567', '']], 2],
  [
    'nowhere',
    [
      ['דנה כהן', '0501234567'],
      ['אבי לוי', '0521234567'],
    ],
    0,
  ],
  [
    'header in the first row, with custom names',
    [
      ['כינוי', 'רחוב'],
      ['דנה', 'הרצל 5'],
    ],
    1,
  ],
])('the header row is detected: %s', (_where, rows, line) => {
  expect(findHeader(rows.map((cells, i) => ({ n: i + 1, cells })))).toBe(line)
})

test.each<[(string | null)[], string, string | undefined]>([
  [['phone'], 'phone', 'no_name_column'],
  [['full_name', 'email'], 'phone', 'match_not_mapped'],
  [['full_name', 'full_name'], 'phone_or_email', 'column_mapped_twice'],
  [['full_name', null, null], 'phone_or_email', undefined],
  [['first_name', 'external_id'], 'external_id', undefined],
])('the mapping %j with matching by %s has the problem %s', (mapping, matchBy, problem) => {
  expect(mappingProblem(mapping, matchBy)).toBe(problem)
})

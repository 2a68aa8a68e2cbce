import { expect, test } from 'vitest'
import { parsePhone } from '#lib/parse-phone.ts'
import type { AnsweredField } from '../definition/field-schema.ts'
import { suggestedEmail } from './email-address.ts'
import type { Entries } from './entries.ts'
import { parseAnswer } from './parse-answer.ts'

const today = '2026-11-25'
const options = ['a', 'b', 'c'].map((key) => ({ key, label: key }))
const rows = options.slice(0, 2)

/** The value, the problem code, or undefined for empty input. */
function read(field: Record<string, unknown>, typed: string | Entries) {
  const entries = typeof typed === 'string' ? { f: typed } : typed
  const parsed = parseAnswer({ key: 'f', label: 'שדה', ...field } as AnsweredField, entries, today)
  return 'problem' in parsed ? parsed.problem.code : parsed.value
}

test.each([
  ['516127057', '516127057'],
  ['000000018', '000000018'],
  ['18', 'id_number_invalid'],
  ['00018', '000000018'],
  ['51612705-7', '516127057'],
  ['516127058', 'id_number_invalid'],
  ['000000000', 'id_number_invalid'],
  ['5161270570', 'id_number_invalid'],
  ['5161270a7', 'id_number_invalid'],
])('the identity number %s is parsed as %s', (typed, value) => {
  expect(read({ kind: 'id_number' }, typed)).toBe(value)
})

test('every identity number has exactly one valid check digit', () => {
  for (const first of ['12345678', '00000001', '99999999', '03412765'])
    expect(
      Array.from({ length: 10 }, (_, digit) => read({ kind: 'id_number' }, `${first}${digit}`)).filter(
        (value) => value !== 'id_number_invalid',
      ),
    ).toHaveLength(1)
})

test.each([
  ['050-1234567', '+972501234567'],
  ['+972 (0)50-123-4567', '+972501234567'],
  ['00972501234567', '+972501234567'],
  ['972501234567', '+972501234567'],
  ['\u200e03–6123456', '+97236123456'],
  ['077-1234567', '+972771234567'],
  ['1-800-123-456', '+9721800123456'],
  ['+44 20 7946 0958', '+442079460958'],
  ['050-123456', 'phone_invalid'],
  ['0501234567890', 'phone_invalid'],
  ['06-1234567', 'phone_invalid'],
  ['*2700', 'phone_invalid'],
  ['+', 'phone_invalid'],
  ['abc', 'phone_invalid'],
])('the phone number %s is parsed as %s', (typed, value) => {
  expect(read({ kind: 'phone' }, typed)).toBe(value)
})

test('accepted Israeli numbers are normalised as by parsePhone', () => {
  for (let i = 0; i < 400; i++) {
    const typed = `0${2 + (i % 8)}${String(1_000_000 + i * 7919).padStart(7, '0')}${i % 3 === 0 ? '4' : ''}`
    const found = read({ kind: 'phone' }, typed)
    if (found !== 'phone_invalid') expect(found).toBe(parsePhone(typed))
  }
})

test.each([
  [
    { bank: '12', branch: '600', account: '123456' },
    { bank: '12', branch: '600', account: '123456' },
  ],
  [
    { bank: '012', branch: '6', account: '12-345/67' },
    { bank: '12', branch: '6', account: '1234567' },
  ],
  [{ bank: '', branch: '600', account: '123456' }, 'bank_invalid'],
  [{ bank: '00', branch: '600', account: '123456' }, 'bank_invalid'],
  [{ bank: '12', branch: '6000', account: '123456' }, 'branch_invalid'],
  [{ bank: '12', branch: '600', account: '123' }, 'account_invalid'],
  [{ bank: '12', branch: '600', account: '1234567890' }, 'account_invalid'],
  [{ bank: '', branch: ' ', account: '' }, undefined],
])('the bank account %j is parsed as %j', (parts, value) => {
  const entries = Object.fromEntries(Object.entries(parts).map(([part, text]) => [`f.${part}`, text]))
  expect(read({ kind: 'bank_account' }, entries)).toEqual(value)
})

test.each([
  ['690', 69_000],
  ['₪ 7,740', 774_000],
  ['690.5', 69_050],
  ['1,234.56 ש"ח', 123_456],
  ['0.1', 10],
  ['-5', 'money_invalid'],
  ['1.234', 'money_invalid'],
  ['אלף', 'money_invalid'],
])('the amount %s is parsed as %s agorot', (typed, value) => {
  expect(read({ kind: 'money' }, typed)).toBe(value)
})

test('amounts have limits in agorot', () => {
  const field = { kind: 'money', least: 100, most: 500_000 }
  expect(['0.99', '1', '5,000', '5,000.01'].map((typed) => read(field, typed))).toEqual([
    'money_too_low',
    100,
    500_000,
    'money_too_high',
  ])
})

test.each([
  ['22/11/2026', '2026-11-22'],
  ['22.11.26', '2026-11-22'],
  ['1.2.1985', '1985-02-01'],
  ['29.2.2026', 'date_invalid'],
  ['32.1.2026', 'date_invalid'],
  ['מחר', '2026-11-26'],
  ['כן', 'date_invalid'],
])('the date %s is parsed as %s', (typed, value) => {
  expect(read({ kind: 'date' }, typed)).toBe(value)
})

test('dates have limits, which can be today', () => {
  const field = { kind: 'date', least: '2026-11-01', most: 'today' }
  expect(['31.10.2026', '1.11.2026', '25.11.2026', '26.11.2026'].map((typed) => read(field, typed))).toEqual([
    'date_too_early',
    '2026-11-01',
    '2026-11-25',
    'date_too_late',
  ])
})

test.each([
  ['Dana.Levi+x@Example.co.il', 'dana.levi+x@example.co.il'],
  ['dana@localhost', 'email_invalid'],
  ['dana@@example.com', 'email_invalid'],
  ['dana..l@example.com', 'email_invalid'],
  ['דנה@example.com', 'email_invalid'],
  ['dana@example', 'email_invalid'],
])('the address %s is parsed as %s', (typed, value) => {
  expect(read({ kind: 'email' }, typed)).toBe(value)
})

test.each([
  ['dana@gmial.com', 'dana@gmail.com'],
  ['dana@gmai.com', 'dana@gmail.com'],
  ['dana@gmaill.com', 'dana@gmail.com'],
  ['dana@wala.co.il', 'dana@walla.co.il'],
  ['dana@gmail.com', undefined],
  ['dana@example.com', undefined],
  ['dana', undefined],
])('for %s the suggestion is %s', (typed, meant) => {
  expect(suggestedEmail(typed)).toBe(meant)
})

test.each([
  [{ kind: 'text', format: 'name' }, "ג'ורג׳ בן־דוד", "ג'ורג׳ בן־דוד"],
  [{ kind: 'text', format: 'name' }, 'דנה 2', 'name_invalid'],
  [{ kind: 'text', least: 3 }, 'דנ', 'text_too_short'],
  [{ kind: 'text', most: 3 }, 'דנהל', 'text_too_long'],
  [{ kind: 'text' }, '  דנה\n\u202eלוי ', 'דנה לוי'],
  [{ kind: 'text' }, '  ', undefined],
  [{ kind: 'long_text' }, 'שורה\r\nשורה', 'שורה\nשורה'],
  [{ kind: 'number', whole: true }, '1.5', 'number_not_whole'],
  [{ kind: 'number', least: 1, most: 9 }, '0', 'number_too_low'],
  [{ kind: 'number', least: 1, most: 9 }, '10', 'number_too_high'],
  [{ kind: 'number' }, '1,234.5', 1234.5],
  [{ kind: 'number' }, 'NaN', 'number_invalid'],
  [{ kind: 'yes_no' }, 'no', false],
  [{ kind: 'yes_no' }, 'on', 'option_unknown'],
  [{ kind: 'scale', from: 0, to: 10 }, '0', 0],
  [{ kind: 'scale', from: 1, to: 5 }, '6', 'option_unknown'],
  [{ kind: 'rating', most: 5 }, '5', 5],
  [{ kind: 'time' }, '930', '09:30'],
  [{ kind: 'time' }, '25:00', 'time_invalid'],
  [{ kind: 'signature' }, 'דנה לוי', 'דנה לוי'],
  [{ kind: 'consent', text: 'א', purpose: 'terms' }, 'on', true],
  [{ kind: 'consent', text: 'א', purpose: 'terms' }, 'off', undefined],
  [{ kind: 'hidden', value: 'campaign' }, 'forged', 'campaign'],
  [{ kind: 'single', options }, 'a', 'a'],
  [{ kind: 'single', options }, 'z', 'option_unknown'],
  [{ kind: 'single', options }, 'other', 'option_unknown'],
  [{ kind: 'single', options, other: true }, 'other', 'other_missing'],
  [{ kind: 'single', options, other: true }, { f: 'other', 'f.other': 'משהו' }, { other: 'משהו' }],
  [{ kind: 'single', options }, { f: ['a', 'b'] }, 'option_unknown'],
  [{ kind: 'multi', options, least: 2 }, 'a', 'too_few_chosen'],
  [{ kind: 'multi', options, most: 1 }, { f: ['a', 'b'] }, 'too_many_chosen'],
  [{ kind: 'multi', options }, { f: ['b', 'a', 'a'] }, ['b', 'a']],
  [{ kind: 'multi', options: [...options, { key: 'none', label: '-', exclusive: true }] }, { f: ['a', 'none'] }, 'choice_excludes_others'], // prettier-ignore
  [{ kind: 'ranking', options }, { 'f.a': '2', 'f.b': '1', 'f.c': '3' }, ['b', 'a', 'c']],
  [{ kind: 'ranking', options }, { 'f.a': '1', 'f.b': '1', 'f.c': '3' }, 'ranking_incomplete'],
  [{ kind: 'matrix', rows, options }, { 'f.a': 'c' }, { a: 'c' }],
  [{ kind: 'matrix', rows, options, required: true }, { 'f.a': 'c' }, 'matrix_incomplete'],
  [{ kind: 'matrix', rows, options }, { 'f.a': 'z' }, 'option_unknown'],
  [{ kind: 'address' }, { 'f.city': 'חיפה', 'f.street': 'הנמל', 'f.house': '3' }, { city: 'חיפה', street: 'הנמל', house: '3' }], // prettier-ignore
  [{ kind: 'address' }, { 'f.city': 'חיפה' }, 'address_incomplete'],
  [{ kind: 'address' }, { 'f.city': 'חיפה', 'f.street': 'הנמל', 'f.house': '3', 'f.zip': '12345' }, 'zip_invalid'],
  [{ kind: 'file' }, { f: 'not-an-id', 'f.bytes': '3' }, 'file_invalid'],
])('%j with %j is parsed as %j', (field, typed, value) => {
  expect(read(field, typed as string | Entries)).toEqual(value)
})

test('empty table rows are dropped, and a problem names its row', () => {
  const columns = [
    { key: 'name', label: 'גוף', kind: 'text' },
    { key: 'sum', label: 'יתרה', kind: 'money' },
  ]
  const entries = { 'f.0.name': 'בנק', 'f.0.sum': '5,000', 'f.2.sum': '10.50' }
  expect(read({ kind: 'table', columns, most: 3 }, entries)).toEqual([{ name: 'בנק', sum: 500_000 }, { sum: 1050 }])
  const parsed = parseAnswer(
    { key: 'f', label: 'f', kind: 'table', columns, most: 3 } as AnsweredField,
    { ...entries, 'f.2.sum': 'הרבה' },
    today,
  )
  expect(parsed).toEqual({ problem: { code: 'row_invalid', message: 'שורה 3: יש להשלים או לתקן את הערכים' } })
})

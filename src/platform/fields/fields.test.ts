import { expect, test } from 'vitest'
import { type CustomFieldDef, type FieldType, readValue, formatValue, editableValue } from './fields.ts'

const options = [
  { id: 'low', label: 'נמוכה' },
  { id: 'high', label: 'גבוהה' },
  { id: 'old', label: 'ישנה', hidden: true },
]
const field = (type: FieldType): Pick<CustomFieldDef, 'type' | 'options'> => ({
  type,
  options: type === 'select' || type === 'multi' ? options : [],
})

const good: [FieldType, typed: string, value: unknown, shown: string][] = [
  ['text', '  שלום \u202eעולם ', 'שלום עולם', 'שלום עולם'],
  ['number', '1,234.5', 1234.5, '1,234.5'],
  ['number', '-3', -3, '\u200e-3'],
  ['money', '₪ 690.50', 69_050, '690.50'],
  ['money', '-20', -2_000, '20'],
  ['date', '22.11.2026', '2026-11-22', '22.11.2026'],
  ['date', '1/2/26', '2026-02-01', '1.2.2026'],
  ['date', '2028-02-29', '2028-02-29', '29.2.2028'],
  ['select', 'גבוהה', 'high', 'גבוהה'],
  ['select', 'high', 'high', 'גבוהה'],
  ['multi', 'נמוכה; גבוהה, נמוכה', ['low', 'high'], 'נמוכה, גבוהה'],
  ['checkbox', 'כן', true, 'כן'],
  ['checkbox', 'FALSE', false, 'לא'],
  ['phone', '050-0000001', '+972500000001', '050-000-0001'],
  ['url', 'example.com/a', 'https://example.com/a', 'https://example.com/a'],
]
for (const [type, typed, value, shown] of good)
  test(`${type}: “${typed}” is parsed and formatted, and the formatted text is parsed to the same value`, () => {
    expect(readValue(field(type), typed)).toEqual({ value })
    expect(formatValue(field(type), value)).toContain(shown)
    expect(readValue(field(type), editableValue(field(type), value))).toEqual({ value })
  })

const bad: [FieldType, typed: string][] = [
  ['text', 'א'.repeat(2001)],
  ['number', 'שלוש'],
  ['number', '1e9'],
  ['number', '٣'],
  ['money', '12.345'],
  ['money', '12 דולר'],
  ['date', '31.2.2026'],
  ['date', '2026-13-01'],
  ['date', '1.1.0026'],
  ['select', 'אחרת'],
  ['multi', 'נמוכה, אחרת'],
  ['checkbox', 'אולי'],
  ['phone', '12'],
  ['url', 'javascript:alert(1)'],
  ['url', 'ftp://example.com'],
  ['url', 'מילה'],
]
for (const [type, typed] of bad)
  test(`${type}: “${typed.slice(0, 20)}” is refused with a message`, () => {
    expect(readValue(field(type), typed)).toEqual({ problem: expect.stringMatching(/[א-ת]/) })
  })

test('empty input is null, and a value without its option shows the stored id', () => {
  expect(readValue(field('date'), '  ')).toEqual({ value: null })
  expect(formatValue(field('select'), 'gone')).toBe('gone')
  expect(formatValue(field('select'), 'old')).toBe('ישנה')
  expect(formatValue(field('text'), undefined)).toBe('')
})

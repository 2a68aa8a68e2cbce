import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkTemplate, type FieldKind } from './check-template.ts'
import { parseTemplate } from './parse-template.ts'
import { renderTemplate, type TemplateValue } from './render-template.ts'

const kinds = new Map<string, FieldKind>([
  ['שם_פרטי', 'text'],
  ['תגית', 'list'],
  ['תאריך_פגישה', 'instant'],
  ['יום_הולדת', 'day'],
  ['קישור.ניהול_פגישה', 'link'],
])
const meeting = { at: '2026-11-24T16:00:00Z', zone: 'Asia/Jerusalem' }
const fill = (text: string, values: Record<string, TemplateValue> = {}, form: 'm' | 'f' | 'plural' = 'plural') =>
  renderTemplate(text, { values: new Map(Object.entries(values)), form }).text

test.each<[string, Record<string, TemplateValue>, string]>([
  ['שלום {{שם_פרטי}}, מה שלומכם?', { שם_פרטי: 'נועה' }, 'שלום נועה, מה שלומכם?'],
  ['שלום {{ שם פרטי }}', { שם_פרטי: 'נועה' }, 'שלום נועה'],
  ['שלום {{שם_פרטי}}, מה שלומכם?', {}, 'שלום, מה שלומכם?'],
  ['שלום {{שם_פרטי|חברים}},', {}, 'שלום חברים,'],
  ['{{תאריך_פגישה:יום ושעה}}', { תאריך_פגישה: meeting }, 'יום שלישי, 24 בנובמבר, בשעה 18:00'],
  ['{{תאריך_פגישה:שעה}}', { תאריך_פגישה: { ...meeting, zone: 'America/New_York' } }, '11:00'],
  ['{{תאריך_פגישה:תאריך}}', { תאריך_פגישה: meeting }, '24.11.2026'],
  ['{{יום_הולדת}}', { יום_הולדת: { day: '1980-03-01' } }, 'יום שבת, 1 במרץ 1980'],
  ['{{תגית}}', { תגית: ['וי־איי־פי', 'ותיקים'] }, 'וי־איי־פי, ותיקים'],
  ['{{אם שם_פרטי}}יש{{אחרת}}אין{{סוף}}', {}, 'אין'],
  ['{{אם לא שם_פרטי}}אין{{סוף}}!', { שם_פרטי: 'נועה' }, '!'],
  ['{{אם תגית=ותיקים}}תודה{{סוף}}', { תגית: ['ותיקים'] }, 'תודה'],
  ['{{אם תגית=ותיקים}}תודה{{סוף}}', { תגית: 'ותיקים לשעבר' }, ''],
  ['{{אם שם_פרטי}}{{אם תגית=א}}א{{אחרת}}ב{{סוף}}{{סוף}}', { שם_פרטי: 'נועה' }, 'ב'],
])('the template “%s” with the values %o renders as “%s”', (template, values, text) => {
  expect(fill(template, values)).toBe(text)
})

test('grammatical forms follow the recipient', () => {
  const forms = (['m', 'f', 'plural'] as const).map((form) =>
    fill('{{מין:ברוך הבא|ברוכה הבאה|ברוכים הבאים}}', {}, form),
  )
  expect(forms).toEqual(['ברוך הבא', 'ברוכה הבאה', 'ברוכים הבאים'])
})

test('fields without a value are reported as missing, or as replaced by their fallback', () => {
  const { missing, fellBack } = renderTemplate('{{א}} {{ב|ג}} {{א}}', { values: new Map(), form: 'm' })
  expect({ missing, fellBack }).toEqual({ missing: ['א'], fellBack: ['ב'] })
})

test.each([
  ['{{שם_פרטי', 'braces_unbalanced', 0],
  ['שלום }}', 'braces_unbalanced', 5],
  ['שלום {{סיסמה}}', 'field_unknown', 5],
  ['{{constructor}}', 'field_unknown', 0],
  ['{{שם_פרטי|}}', 'fallback_empty', 0],
  ['{{שם_פרטי|א|ב}}', 'field_unreadable', 0],
  ['{{1+1}}', 'field_unreadable', 0],
  ['{{}}', 'field_unreadable', 0],
  [`{{שם_פרטי|${'א'.repeat(81)}}}`, 'fallback_too_long', 0],
  ['{{תאריך_פגישה:מחר}}', 'format_unknown', 0],
  ['{{שם_פרטי:שעה}}', 'format_not_for_field', 0],
  ['{{יום_הולדת:שעה}}', 'format_not_for_field', 0],
  ['{{מין:א|ב}}', 'forms_not_three', 0],
  ['{{אם}}', 'field_unreadable', 0],
  ['{{אם שם_פרטי=}}א{{סוף}}', 'condition_unreadable', 0],
  ['{{אם סיסמה}}א{{סוף}}', 'field_unknown', 0],
  ['א{{אחרת}}', 'else_without_condition', 1],
  ['{{אם תגית}}{{אחרת}}{{אחרת}}{{סוף}}', 'else_without_condition', 19],
  ['א{{סוף}}', 'end_without_condition', 1],
  ['א{{אם תגית}}', 'condition_without_end', 1],
  ['{{אם תגית}}'.repeat(4) + '{{סוף}}'.repeat(4), 'conditions_too_deep', 33],
  ['א'.repeat(20_001), 'template_too_long', 0],
  ['{{שם_פרטי}}'.repeat(201), 'too_many_fields', 0],
])('an error in “%s” is reported as %s with its position', (template, code, at) => {
  expect(checkTemplate(template, { kinds })[0]).toMatchObject({ code, at })
})

test('a personal link is refused where links are not allowed', () => {
  const link = '{{קישור.ניהול_פגישה}}'
  expect(checkTemplate(link, { kinds })).toEqual([])
  expect(checkTemplate(link, { kinds, allowsLinks: false })).toMatchObject([{ code: 'link_not_here' }])
})

test('an inserted value is not parsed, and is reduced to one line of limited length', () => {
  expect(fill('{{א}}', { א: '{{ב}}', ב: 'x' })).toBe('{{ב}}')
  expect(fill('{{א}}', { א: 'A\r\nBcc: x\u202e' })).toBe('A Bcc: x')
  expect(fill('{{א}}', { א: 'א'.repeat(9000) })).toHaveLength(500)
})

test('values and fallbacks are escaped, the template is not', () => {
  const { text } = renderTemplate('*{{א}}* {{ב|*}}', {
    values: new Map([['א', '*']]),
    form: 'm',
    escape: (value) => value.replaceAll('*', '\\*'),
  })
  expect(text).toBe('*\\** \\*')
})

const piece = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '{{שם_פרטי}}',
    '{{שם_פרטי|חברים}}',
    '{{תאריך_פגישה:שעה}}',
    '{{מין:א|ב|ג}}',
    '{{אם תגית=א}}',
    '{{אחרת}}',
    '{{סוף}}',
    '{{',
    '}}',
    '{',
    '}',
    '|',
    ':',
    '{{אם שם_פרטי}}',
    '{{לא ידוע}}',
  ),
)
const template = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))
const value: fc.Arbitrary<TemplateValue> = fc.oneof(
  fc.string({ maxLength: 700, unit: 'grapheme' }),
  fc.array(fc.string({ maxLength: 20 }), { maxLength: 3 }),
  fc.constant(meeting),
)

test('any text either has an error at a position inside the text, or renders to a limited length', () => {
  fc.assert(
    fc.property(template, fc.dictionary(fc.constantFrom('שם_פרטי', 'תגית', 'תאריך_פגישה'), value), (text, values) => {
      const errors = checkTemplate(text, { kinds })
      if (errors.length > 0) return errors.every(({ at }) => at >= 0 && at <= text.length)
      const filled = fill(text, values)
      return filled.length <= text.length + 500 * parseTemplate(text).fields.length
    }),
    { numRuns: 500 },
  )
})

test('text without double braces renders unchanged', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }).filter((text) => !/\{\{|\}\}/.test(text)),
      (text) => fill(text) === text,
    ),
  )
})

test('the rendered text contains only values that the template names', () => {
  fc.assert(
    fc.property(template, (text) => {
      if (checkTemplate(text, { kinds }).length > 0) return true
      return !fill(text, { סוד: 'סודי־ביותר', שם_פרטי: 'נועה' }).includes('סודי־ביותר')
    }),
    { numRuns: 300 },
  )
})

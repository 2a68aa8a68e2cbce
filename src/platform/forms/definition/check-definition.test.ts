import { expect, test } from 'vitest'
import { readDefinition } from './read-definition.ts'

const text = (key: string, more = {}) => ({ kind: 'text', key, label: `שאלה ${key}`, ...more })
const number = (key: string, more = {}) => ({ kind: 'number', key, label: `מספר ${key}`, ...more })
const choice = (key: string, more = {}) => ({
  kind: 'single',
  key,
  label: `בחירה ${key}`,
  options: [{ key: 'a', label: 'א' }, { key: 'b', label: 'ב' }], // prettier-ignore
  ...more,
})
const page = (key: string, fields: object[], more = {}) => ({ key, groups: [{ key: `g_${key}`, fields }], ...more })
const form = (pages: object[], more = {}) => ({
  format: 1,
  title: 'טופס',
  mode: 'classic',
  pages,
  endings: [{ key: 'end', title: 'תודה' }],
  ...more,
})
const single = (fields: object[], more = {}) => form([page('one', fields)], more)

function problemsOf(value: unknown) {
  const read = readDefinition(value)
  return 'problems' in read ? read.problems : []
}
const codes = (value: unknown) => problemsOf(value).map(({ code, key }) => (key ? `${code} ${key}` : code))

test('a form with conditions on earlier answers, a forward jump and inserted answers is valid', () => {
  const value = form(
    [
      page('one', [text('name'), choice('kind'), number('sum', { showIf: { field: 'kind', has: 'a' } })], {
        jumps: [{ if: { field: 'kind', has: 'b' }, to: { page: 'three' } }],
      }),
      page('two', [text('more', { label: 'שלום {{name}}, ועוד {{double}}' })]),
      page('three', [{ kind: 'calculated', key: 'shown', label: 'סכום', computed: 'double' }]),
    ],
    {
      computed: [{ key: 'double', label: 'כפול', as: 'number', value: { op: 'times', left: { field: 'sum' }, right: 2 } }], // prettier-ignore
    },
  )
  expect(problemsOf(value)).toEqual([])
})

test.each([
  ['no_fields', form([page('one', [])])],
  ['duplicate_key name', single([text('name'), number('name')])],
  ['duplicate_key one', form([page('one', [text('a')]), { ...page('two', [text('b')]), key: 'one' }])],
  ['duplicate_option kind', single([choice('kind', { options: [{ key: 'a', label: '1' }, { key: 'a', label: '2' }] })])], // prettier-ignore
  ['bounds_reversed sum', single([number('sum', { least: 5, most: 1 })])],
  ['file_not_last cv', single([{ kind: 'file', key: 'cv', label: 'קובץ' }, text('name')])],
  ['consent_text_missing yes', single([{ kind: 'consent', key: 'yes', label: 'תנאים', purpose: 'terms' }])],
  [
    'consent_text_given yes',
    single([{ kind: 'consent', key: 'yes', label: 'דיוור', purpose: 'marketing', text: 'כן' }]),
  ],
  ['unknown_field name', single([text('name', { showIf: { field: 'gone', is: 'answered' } })])],
  ['unknown_field name', single([text('name', { label: 'שלום {{gone}}' })])],
  ['unknown_computed name', single([text('name', { showIf: { value: { computed: 'gone' }, is: 'more', than: 1 } })])],
  ['unknown_dimension kind', single([choice('kind', { dimension: 'gone' })])],
  ['unknown_option name', single([choice('kind'), text('name', { showIf: { field: 'kind', has: 'z' } })])],
  ['field_does_not_fit name', single([text('other'), text('name', { showIf: { field: 'other', has: 'a' } })])],
  ['field_does_not_fit name', single([text('other'), text('name', { showIf: { value: { field: 'other' }, is: 'more', than: 1 } })])], // prettier-ignore
  ['reference_to_itself name', single([text('name', { showIf: { field: 'name', is: 'answered' } })])],
  ['reference_to_later_field name', single([text('name', { showIf: { field: 'next', is: 'answered' } }), text('next')])], // prettier-ignore
  ['reference_to_later_field name', single([text('name', { help: 'לפי {{next}}' }), text('next')])],
  ['unknown_page one', form([page('one', [text('a')], { jumps: [{ to: { page: 'gone' } }] })])],
  ['unknown_ending one', form([page('one', [text('a')], { jumps: [{ to: { ending: 'gone' } }] })])],
  ['jump_goes_back two', form([page('one', [text('a')]), page('two', [text('b')], { jumps: [{ to: { page: 'one' } }] })])], // prettier-ignore
  ['jump_goes_back one', form([page('one', [text('a')], { jumps: [{ to: { page: 'one' } }] })])],
  ['no_ending', single([text('a')], { endings: [] })],
  ['last_ending_has_condition end', single([text('a')], { endings: [{ key: 'end', title: 'ת', if: { field: 'a', is: 'empty' } }] })], // prettier-ignore
  ['ending_never_reached two', single([text('a')], { endings: [{ key: 'one', title: 'ת' }, { key: 'two', title: 'ת' }] })], // prettier-ignore
])('a definition with the error %s is reported with that code', (code, value) => {
  expect(codes(value)).toEqual([code])
})

test('a cycle of computed values is reported for each value in it, and not for values that use them', () => {
  const computed = [
    ['first', 'second'],
    ['second', 'first'],
    ['user', 'first'],
  ].map(([key, uses]) => ({ key, label: `חישוב ${key}`, as: 'number', value: { computed: uses } }))
  expect(codes(single([text('a')], { computed }))).toEqual(['circle_in_computed first', 'circle_in_computed second'])
})

test('a condition that depends on its own field through a computed value is reported', () => {
  const computed = [{ key: 'twice', label: 'פעמיים', as: 'number', value: { op: 'sum', of: [{ field: 'sum' }] } }]
  const showIf = { value: { computed: 'twice' }, is: 'more', than: 1 }
  expect(codes(single([number('sum', { showIf })], { computed }))).toEqual(['reference_to_itself sum'])
})

test('too many fields, a too large or too deep document, and invalid input are refused before other checks', () => {
  const many = single(Array.from({ length: 2000 }, (_, i) => text(`f${i}`)))
  expect(codes(many)).toEqual(['too_many_fields'])
  expect(codes(single([text('a')], { intro: 'א'.repeat(300_000) }))).toEqual(['form_too_large'])
  let deep: object = { field: 'a', is: 'answered' }
  for (let i = 0; i < 100_000; i++) deep = { not: deep }
  expect(codes(single([text('a', { showIf: deep })]))).toEqual(['form_too_deep'])
  for (const value of [
    null,
    1,
    'form',
    [],
    {},
    single([{ kind: 'unknown', key: 'a', label: 'א' }]),
    single([text('constructor')]),
    { ...single([text('a')]), more: 1 },
  ])
    // prettier-ignore
    expect(problemsOf(value)[0]?.code).toBe('not_a_form')
})

test('the problem message names the field', () => {
  const [problem] = problemsOf(single([text('name', { showIf: { field: 'next', is: 'answered' } }), text('next')]))
  expect(problem).toEqual({
    code: 'reference_to_later_field',
    part: 'field',
    key: 'name',
    message: 'שדה "\u2068שאלה name\u2069": התנאי או הטקסט מפנה לשדה שמופיע אחריו',
  })
})

test('an ending can link only to this site or to https URLs', () => {
  const to = (href: string) =>
    single([text('a')], { endings: [{ key: 'end', title: 'ת', button: { label: 'ל', href } }] })
  expect(['/book-a-call', 'https://example.com/x'].map((href) => codes(to(href)))).toEqual([[], []])
  for (const href of ['javascript:alert(1)', '//example.com', '/\\example.com', 'http://example.com'])
    expect(problemsOf(to(href))[0]?.code).toBe('not_a_form')
})

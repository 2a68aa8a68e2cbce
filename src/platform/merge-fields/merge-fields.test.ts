import { expect, test } from 'vitest'
import { formatValue } from '#lib/templates/render-template.ts'
import { type MergeField, valuesOf } from './merge-fields.ts'

const field = (name: string, more: Partial<MergeField> = {}): MergeField => ({
  name,
  label: name,
  group: '',
  kind: 'text',
  sample: '',
  ...more,
})
const read = (fields: MergeField[], raw: Record<string, unknown>, name = fields[0]!.name) =>
  formatValue(valuesOf(fields, raw).get(name), undefined)

test('a contact with only an e-mail address has no name, and a URL typed as a name is not linked', () => {
  const name = field('שם', { isName: true })
  expect(read([name], { שם: 'noa@example.com' })).toBe('')
  expect(read([name], { שם: '[לחצו](https://elsewhere.example)' })).toBe('לחצו https elsewhere example')
  expect(read([name], { שם: '...' })).toBe('')
})

test('an alias has the value of its field', () => {
  expect(read([field('שם', { aliases: ['firstName'] })], { שם: 'נועה' }, 'firstName')).toBe('נועה')
})

test('codes are shown by their labels, days and instants as dates, lists with commas', () => {
  expect(read([field('סוג', { labels: { client: 'לקוחות' } })], { סוג: 'client' })).toBe('לקוחות')
  expect(read([field('יום', { kind: 'day' })], { יום: '2026-11-24' })).toBe('יום שלישי, 24 בנובמבר 2026')
  expect(read([field('מועד', { kind: 'instant' })], { מועד: '2026-11-24T16:00:00Z' })).toContain('18:00')
  const inNewYork = { at: '2026-11-24T16:00:00Z', zone: 'America/New_York' }
  expect(read([field('מועד', { kind: 'instant' })], { מועד: inNewYork })).toContain('11:00')
  expect(read([field('תגית', { kind: 'list' })], { תגית: ['א', 'ב'] })).toBe('א, ב')
})

test('null, empty text and undeclared values are omitted', () => {
  const values = valuesOf([field('א'), field('ב')], { א: null, ב: '', ג: 'סוד' })
  expect([...values]).toEqual([])
})

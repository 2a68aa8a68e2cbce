import { expect, test } from 'vitest'
import { invalidFieldsTitle, textOf, textsOf, checkedValues, formErrorMessage } from './form-post.ts'

test('only text fields of a body count as input', () => {
  const body = { name: 'דנה', list: ['a', 'b'], deep: { a: 1 }, empty: '' }
  expect(['name', 'list', 'deep', 'none'].map((name) => textOf(body, name))).toEqual(['דנה', '', '', ''])
  expect(textsOf(body, ['name', 'list', 'empty', 'none'])).toEqual({ name: 'דנה' })
})

test('checkboxes of one name are parsed to a list, also a single checked one', () => {
  expect([{}, { topic: 'a' }, { topic: ['a', '', 'b', {}] }].map((body) => checkedValues(body, 'topic'))).toEqual([
    [],
    ['a'],
    ['a', 'b'],
  ])
})

test('a rejected form shows its error, or else the number of invalid fields', () => {
  expect(formErrorMessage(undefined)).toBeUndefined()
  expect(formErrorMessage({ values: {}, errors: {} })).toBeUndefined()
  expect(formErrorMessage({ values: {}, errors: { name: 'חסר' } })).toBe('יש שדה אחד לתיקון')
  expect(formErrorMessage({ values: {}, errors: {}, problem: 'לא עכשיו' })).toBe('לא עכשיו')
  expect([2, 3].map(invalidFieldsTitle)).toEqual(['יש שני שדות לתיקון', 'יש 3 שדות לתיקון'])
})

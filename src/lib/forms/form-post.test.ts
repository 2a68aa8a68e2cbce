import { expect, test } from 'vitest'
import { mendTitle, textOf, textsOf, ticked, whyItCameBack } from './form-post.ts'

test('of a body only text counts as typed', () => {
  const body = { name: 'דנה', list: ['a', 'b'], deep: { a: 1 }, empty: '' }
  expect(['name', 'list', 'deep', 'none'].map((name) => textOf(body, name))).toEqual(['דנה', '', '', ''])
  expect(textsOf(body, ['name', 'list', 'empty', 'none'])).toEqual({ name: 'דנה' })
})

test('boxes of one name are a list, however many were ticked', () => {
  expect([{}, { topic: 'a' }, { topic: ['a', '', 'b', {}] }].map((body) => ticked(body, 'topic'))).toEqual([
    [],
    ['a'],
    ['a', 'b'],
  ])
})

test('a form that came back says why: what stands in its way, else how much is to be mended', () => {
  expect(whyItCameBack(undefined)).toBeUndefined()
  expect(whyItCameBack({ values: {}, errors: {} })).toBeUndefined()
  expect(whyItCameBack({ values: {}, errors: { name: 'חסר' } })).toBe('יש שדה אחד לתיקון')
  expect(whyItCameBack({ values: {}, errors: {}, problem: 'לא עכשיו' })).toBe('לא עכשיו')
  expect([2, 3].map(mendTitle)).toEqual(['יש שני שדות לתיקון', 'יש 3 שדות לתיקון'])
})

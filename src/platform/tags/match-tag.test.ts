import { expect, test } from 'vitest'
import { matchTag } from './match-tag.ts'

const tags = ['לקוחות VIP', 'vip', 'חם מאוד', 'חם'].map((name) => ({ name }))
const read = (typed: string, mayAdd = true) => {
  const { fitting, newName } = matchTag(tags, typed, mayAdd)
  return [...fitting.map(({ name }) => name), newName && `+${newName}`].filter(Boolean)
}

test.each<[string, string, string[]]>([
  ['the exact match precedes substring matches', 'חם', ['חם', 'חם מאוד']],
  ['case-insensitive', ' VIP ', ['vip', 'לקוחות VIP']],
  ['text that is only a substring may be added', 'חם מא', ['חם מאוד', '+חם מא']],
  ['unmatched text may be added', 'שבועי', ['+שבועי']],
  ['empty text lists all tags', ' ', ['לקוחות VIP', 'vip', 'חם מאוד', 'חם']],
])('tag search: %s', (_, typed, found) => {
  expect(read(typed)).toEqual(found)
})

test('a filter offers existing tags only', () => {
  expect(read('חם מא', false)).toEqual(['חם מאוד'])
})

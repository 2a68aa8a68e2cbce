import { expect, test } from 'vitest'
import { matchTag } from './match-tag.ts'

const tags = ['לקוחות VIP', 'vip', 'חם מאוד', 'חם'].map((name) => ({ name }))
const read = (words: string, mayAdd = true) => {
  const { fitting, newName } = matchTag(tags, words, mayAdd)
  return [...fitting.map(({ name }) => name), newName && `+${newName}`].filter(Boolean)
}

test.each<[string, string, string[]]>([
  ['the tag that is called so comes before those that only hold the words', 'חם', ['חם', 'חם מאוד']],
  ['in whatever case', ' VIP ', ['vip', 'לקוחות VIP']],
  ['words that are no tag yet may become one, whatever holds them', 'חם מא', ['חם מאוד', '+חם מא']],
  ['words that nothing holds may become one', 'שבועי', ['+שבועי']],
  ['no words ask for everything, and for nothing new', ' ', ['לקוחות VIP', 'vip', 'חם מאוד', 'חם']],
])('%s', (_, words, found) => {
  expect(read(words)).toEqual(found)
})

test('a filter offers existing tags only', () => {
  expect(read('חם מא', false)).toEqual(['חם מאוד'])
})

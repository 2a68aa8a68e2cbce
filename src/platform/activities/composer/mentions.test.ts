import { expect, test } from 'vitest'
import { matchingColleagues, mentionedIn, nameBeingTyped, partsOf, withName } from './mentions.ts'

const dana = { user_id: 'd', name: 'דנה כהן' }
const danaLevi = { user_id: 'l', name: 'דנה כהן-לוי' }
const amit = { user_id: 'a', name: 'עמית בר' }
const people = [dana, danaLevi, amit]

test.each([
  ['שלום @דנ', 'דנ'],
  ['@', ''],
  ['(@עמית', 'עמית'],
  ['שלום @דנה כ', 'דנה כ'],
  ['noa@example', undefined],
  ['בלי סימן', undefined],
  ['@דנה\nשורה', undefined],
])('in “%s” the mention being typed is %s', (text, typed) => {
  expect(nameBeingTyped(text, text.length)).toBe(typed)
})

test('colleagues match by any word of their name', () => {
  expect(matchingColleagues(people, 'בר')).toEqual([amit])
  expect(matchingColleagues(people, 'דנה').map(({ user_id }) => user_id)).toEqual(['d', 'l'])
  expect(matchingColleagues(people, 'אף אחד')).toEqual([])
})

test('a selected name replaces the typed part', () => {
  expect(withName('כדאי @דנ מחר', 8, dana)).toEqual({ text: 'כדאי @דנה כהן מחר', caret: 14 })
})

test('the longest matching name wins, and each colleague is mentioned once', () => {
  expect(mentionedIn('@דנה כהן-לוי ו@עמית בר, @עמית בר', people)).toEqual(['l', 'a'])
  expect(mentionedIn('מייל: dana@דנה', people)).toEqual([])
})

test('splitting a text into parts preserves every character', () => {
  const text = 'a@b @דנה כהן, @אין כזה @'
  expect(
    partsOf(text, people)
      .map(({ words }) => words)
      .join(''),
  ).toBe(text)
  expect(partsOf(text, people).filter(({ person }) => person)).toHaveLength(1)
})

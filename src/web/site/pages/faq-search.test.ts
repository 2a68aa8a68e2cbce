import { expect, test } from 'vitest'
import type { BlockOf } from '#platform/pages/pages.ts'
import { matchingSubjects } from './faq-search.ts'

const subject = (id: string, title: string, ...list: [string, string][]): BlockOf<'questions'> => ({
  id,
  kind: 'questions',
  content: { title, list: list.map(([question, answer]) => ({ question, answer, home: false })) },
})
const subjects = [
  subject('money', 'תשלום', ['איך משלמים?', 'בכרטיס אשראי, עד 100 ₪ דמי ביטול.'], ['אפשר לבטל?', 'כן, תוך 14 ימים.']),
  subject('people', 'על הליווי', ['חייבים להגיע כזוג?', 'אפשר להתחיל לבד. דו״ח פנסיוני נעים שיהיה.']),
]
const questionsFor = (searchText: string) =>
  matchingSubjects(subjects, searchText).flatMap(({ content }) => content.list.map(({ question }) => question))

test.each([
  ['a word of the question', 'כזוג', ['חייבים להגיע כזוג?']],
  ['a word of the answer', 'פנסיוני', ['חייבים להגיע כזוג?']],
  ['with vowel points', 'בְּכַרְטִיס', ['איך משלמים?']],
  ['a final letter where none is needed', 'ימימ', ['אפשר לבטל?']],
  ['an abbreviation with another quote mark, or with none', 'דו"ח', ['חייבים להגיע כזוג?']],
  ['the sign of the shekel written out', '100 שח', ['איך משלמים?']],
  ['with a prefix', 'הכרטיס', ['איך משלמים?']],
  ['the subject itself', 'תשלום', ['איך משלמים?', 'אפשר לבטל?']],
  ['two words, both of which have to be there', 'תשלום ימים', ['אפשר לבטל?']],
  ['a word without a match', 'ביטקוין', []],
])('a search finds %s', (_, searchText, expected) => {
  expect(questionsFor(searchText)).toEqual(expected)
})

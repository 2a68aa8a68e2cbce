import { expect, test } from 'vitest'
import { searchWords } from '#lib/hebrew/search-form.ts'
import { servicePagesFor, titlesFirst } from './site-search.ts'

test.each([
  ['ביטול עסקה', '/cancel-transaction'],
  ['קביעת שיחה', '/book-a-call'],
  ['יצירת קשר', '/contact'],
  ['פרטיות', '/privacy-policy'],
  ['נגישות', '/accessibility'],
])('a search for %s finds its page, which is not made of blocks', (asked, path) => {
  expect(servicePagesFor(searchWords(asked)).map(({ href }) => href)).toContain(path)
})

test('what is about the words comes before what mentions them, and the order is otherwise as found', () => {
  const hit = (href: string, title: string) => ({ href, title, text: '' })
  const found = [hit('/', 'בית מרווח'), hit('/faq', 'שאלות'), hit('/blog/a', 'באיזה סדר מחזירים הלוואות')]
  expect(titlesFirst(searchWords('הלוואות'), found).map(({ href }) => href)).toEqual(['/blog/a', '/', '/faq'])
  expect(titlesFirst([], found)).toEqual(found)
})

import { expect, test } from 'vitest'
import { searchWords } from '#lib/hebrew/search-form.ts'
import { servicePagesFor, titlesFirst } from './site-search.ts'

test.each([
  ['ביטול עסקה', '/cancel-transaction'],
  ['קביעת שיחה', '/book-a-call'],
  ['יצירת קשר', '/contact'],
  ['פרטיות', '/privacy-policy'],
  ['נגישות', '/accessibility'],
])('a search for %s finds its page, although it is not made of blocks', (searchText, path) => {
  expect(servicePagesFor(searchWords(searchText)).map(({ href }) => href)).toContain(path)
})

test('results with the query in the title precede results that mention it; otherwise the order is unchanged', () => {
  const hit = (href: string, title: string) => ({ href, title, text: '' })
  const found = [hit('/', 'בית מרווח'), hit('/faq', 'שאלות'), hit('/blog/a', 'באיזה סדר מחזירים הלוואות')]
  expect(titlesFirst(searchWords('הלוואות'), found).map(({ href }) => href)).toEqual(['/blog/a', '/', '/faq'])
  expect(titlesFirst([], found)).toEqual(found)
})

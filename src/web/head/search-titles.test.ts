import { expect, test } from 'vitest'
import { defaultPages } from '#platform/pages/content/default-pages.ts'
import { headingsWithTitle, searchTitle } from './search-titles.ts'

const headings = defaultPages.flatMap(({ blocks: [first] }) =>
  first?.kind === 'hero' || first?.kind === 'opening' ? first.content.title : [],
)

test('search titles belong to headings of default pages, are distinct, and fit a search result', () => {
  expect(headingsWithTitle.filter((heading) => !headings.includes(heading))).toEqual([])
  const titles = headingsWithTitle.map(searchTitle)
  expect(new Set(titles).size).toBe(titles.length)
  expect(titles.filter((title) => title.length > 50)).toEqual([])
})

test('a heading without a search title is used as the title', () => {
  expect(searchTitle('מחירים')).toBe('מחירים')
  expect(searchTitle('constructor')).toBe('constructor')
})

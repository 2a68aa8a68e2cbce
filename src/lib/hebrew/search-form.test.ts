import { expect, test } from 'vitest'
import { searchForm, searchWords } from './search-form.ts'

test.each([
  ['שָׁלוֹם', 'שלומ'],
  ['צה״ל וצה"ל', 'צהל וצהל'],
  ['כהן־לוי', 'כהנ לוי'],
  ['Café BUDGET', 'cafe budget'],
  ['1,490 ₪', '1 490 שח'],
  ['1490 ש״ח', '1490 שח'],
  ['  \u202eהפוך\u202c ', 'הפוכ'],
  ['<script>', 'script'],
  ['', ''],
])('%s is normalized for search to %s', (typed, form) => {
  expect(searchForm(typed)).toBe(form)
})

test('a prefix letter is stripped from a long word, but not from a short one', () => {
  expect(searchWords('בתקציב של הבית')).toEqual(['תקציב', 'של', 'הבית'])
})

test('a search is limited to ten words', () => {
  expect(searchWords('א '.repeat(500))).toHaveLength(10)
})

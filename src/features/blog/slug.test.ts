import { expect, test } from 'vitest'
import { isSlug, postPath, normalizeSlug, slugOf } from './slug.ts'

test.each([
  ['תקציב שעובד: ארבעה סעיפים במקום ארבעים', 'תקציב-שעובד-ארבעה-סעיפים-במקום-ארבעים'],
  ['שָׁלוֹם עולם', 'שלום-עולם'],
  ['דו״ח צה"ל', 'דוח-צהל'],
  ['בית־ספר', 'בית-ספר'],
  ['10 דקות (באמת)', '10-דקות-באמת'],
  ['Budget 101', 'budget-101'],
  ['  --  ', ''],
  ['🙂', ''],
  ['مرحبا', ''],
])('the slug of "%s" is "%s"', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
  if (slug) expect(isSlug(slug)).toBe(true)
})

test('a long title is cut at a word boundary', () => {
  const slug = slugOf('מילה '.repeat(40))
  expect(slug.length).toBeLessThanOrEqual(60)
  expect(slug).toMatch(/מילה$/)
  expect(slugOf('א'.repeat(200))).toHaveLength(60)
})

test('a requested slug is normalised like a stored one', () => {
  expect(normalizeSlug('שָׁלוֹם-ABC')).toBe('שלום-abc')
  expect(postPath('א-ב')).toBe('/blog/%D7%90-%D7%91')
})

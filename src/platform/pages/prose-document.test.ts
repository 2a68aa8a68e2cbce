import { expect, test } from 'vitest'
import { documentOf, positionIn, proseTextOf } from './prose-document.ts'

test.each([
  'פסקה אחת',
  'שורה\nשנייה\n\nפסקה **מודגשת** עם [קישור](/contact) ו־[אתר](https://example.com)',
  'סימן ** יחיד, ו־{{businessName}} נשאר',
  '',
])('%j is unchanged after a round trip through the editor', (text) => {
  expect(proseTextOf(documentOf(text))).toBe(text)
})

test('unsupported markup is reduced to its plain text', () => {
  const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } }
  const content = [
    { type: 'paragraph', content: [{ type: 'text', text: 'לחצו', marks: [link] }] },
    { type: 'paragraph' },
  ]
  expect(proseTextOf({ content })).toBe('לחצו')
})

test.each([
  { text: 'אחת', offset: 0, position: 1 },
  { text: 'אחת', offset: 3, position: 4 },
  { text: 'אחת שתיים', offset: 4, position: 5 },
  { text: 'אחת\nשתיים', offset: 4, position: 5 },
  { text: 'אחת **שתיים**', offset: 13, position: 10 },
  { text: 'אחת\n\nשתיים', offset: 7, position: 8 },
])('offset $offset of $text maps to editor position $position', ({ text, offset, position }) => {
  expect(positionIn(text, offset)).toBe(position)
})

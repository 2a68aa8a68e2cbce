import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeRichText, hasLink, piecesOf, richPartsOf, richTextAsPlain } from './rich-text.ts'

test.each([
  ['שלום **נועה** ושלום', [{ text: 'שלום ' }, { text: 'נועה', isBold: true }, { text: ' ושלום' }]],
  ['כאן [להמשך](/blog) ושם', [{ text: 'כאן ' }, { text: 'להמשך', to: '/blog' }, { text: ' ושם' }]],
  ['[לניהול]({{קישור.ניהול}})', [{ text: 'לניהול', to: '{{קישור.ניהול}}' }]],
  ['[x](javascript:alert(1))', [{ text: '[x](javascript:alert(1))' }]],
  ['[x](//elsewhere.example)', [{ text: '[x](//elsewhere.example)' }]],
  ['2 * 3 ** 4', [{ text: '2 * 3 ** 4' }]],
  ['\\*\\*לא מודגש\\*\\*', [{ text: '**לא מודגש**' }]],
  ['**[קישור](/a)**', [{ text: 'קישור', isBold: true, to: '/a' }]],
])('“%s” is parsed into spans', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces)
})

test('a blank line separates paragraphs, and lines with list marks become lists', () => {
  expect(richPartsOf('פתיח\nשורה\n\n- אחת\n- שתיים\n1. ראשון\n\nסוף')).toEqual([
    { kind: 'paragraph', pieces: [{ text: 'פתיח\nשורה' }] },
    { kind: 'list', isOrdered: false, items: [[{ text: 'אחת' }], [{ text: 'שתיים' }]] },
    { kind: 'list', isOrdered: true, items: [[{ text: 'ראשון' }]] },
    { kind: 'paragraph', pieces: [{ text: 'סוף' }] },
  ])
})

test('the plain text alternative contains URLs and list marks', () => {
  expect(richTextAsPlain('**שימו לב**\n\n- [כאן](/a)\n- שם', (to) => `https://x.example${to}`)).toBe(
    'שימו לב\n\n- כאן (https://x.example/a)\n- שם',
  )
})

test('links inside lists are found', () => {
  expect([hasLink('- [כאן](/a)'), hasLink('בלי')]).toEqual([true, false])
})

test('escaped text is literal, whatever its characters', () => {
  const line = fc
    .string({ maxLength: 60 })
    .filter((text) => text.trim() === text && text !== '' && !/[\n\r]/.test(text))
  fc.assert(
    fc.property(line, (text) => {
      expect(richPartsOf(escapeRichText(text))).toEqual([{ kind: 'paragraph', pieces: [{ text }] }])
    }),
    { numRuns: 500 },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { richPartsOf } from '../rich-text.ts'
import { normalizeText, toDocument, toText } from './document.ts'

test('a merge field becomes a chip, and its token is stored unchanged', () => {
  const text = 'שלום {{שם_פרטי|חברים}}, {{מין:א|ב|ג}}'
  expect(toDocument(text, 'plain').content?.[0]?.content).toEqual([
    { type: 'text', text: 'שלום ' },
    { type: 'mergeField', attrs: { token: 'שם_פרטי|חברים' } },
    { type: 'text', text: ', ' },
    { type: 'mergeField', attrs: { token: 'מין:א|ב|ג' } },
  ])
  expect(normalizeText(text, 'plain')).toBe(text)
})

test.each([
  'שלום **נועה** ושלום',
  'כאן [להמשך](/blog) ושם',
  '[לניהול]({{קישור.ניהול}}) {{שם_פרטי}}',
  'פתיח\nשורה\n\n- אחת {{שם_פרטי}}\n- שתיים\n\n1. ראשון\n2. שני\n\nסוף',
  '**{{שם_פרטי|*}}** כאן',
  '\\*\\*לא מודגש\\*\\*',
  '**[קישור](/a)**',
  '',
])('“%s” is unchanged after a round trip', (text) => {
  expect(normalizeText(text, 'rich')).toBe(text)
})

test('a nested list becomes items of the outer list at any depth, and reads back the same', () => {
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const item = (...content: object[]) => ({ type: 'listItem', content })
  const list = (type: string, ...content: object[]) => ({ type, content })
  const pasted = {
    type: 'doc',
    content: [
      list(
        'orderedList',
        item(
          paragraph('הכנסות'),
          list(
            'bulletList',
            item(paragraph('משכורת'), list('bulletList', item(paragraph('בונוס')))),
            item(paragraph(' ')),
          ),
          paragraph('והמשך'),
        ),
        item(paragraph('הוצאות')),
      ),
    ],
  }
  const text = '1. הכנסות והמשך\n2. משכורת\n3. בונוס\n4. הוצאות'
  expect(toText(pasted, 'rich')).toBe(text)
  expect(normalizeText(text, 'rich')).toBe(text)
})

test('typed markup characters stay literal text', () => {
  const paragraph = (text: string) => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  })
  for (const typed of ['- לא רשימה', '1. לא רשימה', '**לא מודגש**', '[לא](/קישור)', 'סוף \\'])
    expect(richPartsOf(toText(paragraph(typed), 'rich'))).toEqual([{ kind: 'paragraph', pieces: [{ text: typed }] }])
})

const inline = fc.constantFrom(
  'שלום',
  ' ',
  '**',
  '*',
  '[א](/b)',
  '{{שם_פרטי}}',
  '\n',
  '\n\n',
  '- ',
  '1. ',
  '\\',
  '[',
  ']',
  'a',
)

test('storing twice equals storing once, and formatting is preserved', () => {
  fc.assert(
    fc.property(fc.array(inline, { maxLength: 20 }), (pieces) => {
      const once = normalizeText(pieces.join(''), 'rich')
      expect(normalizeText(once, 'rich')).toBe(once)
    }),
    { numRuns: 500 },
  )
})

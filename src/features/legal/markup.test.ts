import { expect, test } from 'vitest'
import { resolveSections } from './legal.ts'
import { parseLegal, spansOf } from './markup.ts'

test('headings, paragraphs, lists and a table are parsed in order', () => {
  const blocks = parseLegal(
    '### כותרת {#cancellation}\nשורה\nועוד\n\n- א\n- **ב** ג\n1. ד\n2. ה\n| ו | ז |\n|---|---|\n| ח | ט |\n\n### בלי שם',
  )
  expect(blocks).toEqual([
    { is: 'heading', text: 'כותרת', id: 'cancellation' },
    { is: 'paragraph', spans: [{ text: 'שורה ועוד' }] },
    { is: 'list', ordered: false, items: [[{ text: 'א' }], [{ text: 'ב', strong: true }, { text: ' ג' }]] },
    { is: 'list', ordered: true, items: [[{ text: 'ד' }], [{ text: 'ה' }]] },
    { is: 'table', head: [[{ text: 'ו' }], [{ text: 'ז' }]], rows: [[[{ text: 'ח' }], [{ text: 'ט' }]]] },
    { is: 'heading', text: 'בלי שם', id: 'part-6' },
  ])
})

test.each([
  ['an internal link', '[תנאים](/terms#a)', [{ text: 'תנאים', href: '/terms#a' }]],
  ['a link to another site', '[א](https://example.com)', [{ text: 'א', href: 'https://example.com' }]],
  ['a script URL', '[א](javascript:alert)', [{ text: '[א](javascript:alert)' }]],
  ['a protocol-relative URL', '[א](//example.com)', [{ text: '[א](//example.com)' }]],
  ['markup', '<b>א</b> | ב', [{ text: '<b>א</b> | ב' }]],
  ['a fact', 'ח.פ. {{companyNumber}}.', [{ text: 'ח.פ. ' }, { fact: 'companyNumber' }, { text: '.' }]],
  ['an incomplete mark', '**א [ב', [{ text: '**א [ב' }]],
])('%s is parsed into spans', (_what, text, spans) => {
  expect(spansOf(text)).toEqual(spans)
})

test('a heading inside an omitted section is omitted with it', () => {
  const text = 'א\n\n{{#tests}}### נבדק עם\nב\n\n{{/tests}}### מגבלות\nג'
  const headings = (holds: boolean) =>
    parseLegal(resolveSections(text, () => holds)).flatMap((block) => (block.is === 'heading' ? [block.text] : []))
  expect([headings(true), headings(false)]).toEqual([['נבדק עם', 'מגבלות'], ['מגבלות']])
})

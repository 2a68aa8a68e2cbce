import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headingsOf } from './headings.ts'
import { sanitizeBody, plainOf, readingMinutes, safeHref } from './post-body.ts'

test.each([
  '/contact',
  '#מה-עושים',
  'https://example.com/a?b=c#d',
  'http://example.com',
  'mailto:noa@example.com',
  'tel:+97230000000',
])('a link URL can be %s', (href) => {
  expect(safeHref(href)).toBe(href)
})

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  '//evil.example',
  '/\\evil.example',
  'https:/evil',
  'https://',
  'mailto:',
  'tel:0-javascript',
  'ftp://example.com',
  '',
  'x'.repeat(3000),
  null,
  7,
  {},
])('a link URL cannot be %j', (href) => {
  expect(safeHref(href)).toBeUndefined()
})

test('sanitising any input returns a valid post body that can be stored, and is idempotent', () => {
  const tree = fc.letrec((tie) => ({
    node: fc.record(
      {
        type: fc.constantFrom(
          'doc',
          'paragraph',
          'heading',
          'bulletList',
          'listItem',
          'blockquote',
          'takeaway',
          'figure',
          'action',
          'text',
          'script',
          7,
          null,
        ),
        text: fc.oneof(fc.string({ unit: 'binary' }), fc.integer()),
        attrs: fc.oneof(
          fc.dictionary(fc.constantFrom('level', 'dir', 'href', 'words', 'picture', 'alt'), fc.anything()),
          fc.anything(),
        ),
        marks: fc.oneof(
          fc.array(fc.record({ type: fc.constantFrom('bold', 'link', 'x'), attrs: fc.anything() })),
          fc.anything(),
        ),
        content: fc.oneof({ depthSize: 'small' }, fc.array(tie('node'), { maxLength: 4 }), fc.anything()),
      },
      { requiredKeys: [] },
    ),
  })).node
  fc.assert(
    fc.property(tree, (node) => {
      const body = sanitizeBody(node)
      expect(sanitizeBody(body)).toEqual(body)
      expect(JSON.stringify(body)).not.toMatch(/\\u0000|script/)
      expect(typeof plainOf(body)).toBe('string')
    }),
    { numRuns: 300 },
  )
})

test('empty lists, empty callouts and figures without an image are removed', () => {
  const empty = ['bulletList', 'orderedList', 'blockquote', 'takeaway', 'figure', 'action'].map((type) => ({ type }))
  expect(sanitizeBody({ content: empty })).toEqual({ type: 'doc', content: [] })
})

test('nesting beyond the limit is cut off', () => {
  let deep: object = { type: 'paragraph', content: [{ type: 'text', text: 'עמוק' }] }
  for (let i = 0; i < 50; i++) deep = { type: 'blockquote', content: [deep] }
  expect(plainOf(sanitizeBody({ content: [deep] }))).toBe('')
})

test('two headings with equal text get distinct anchors', () => {
  const heading = (text: string) => ({
    type: 'heading' as const,
    attrs: { level: 2 as const },
    content: [{ type: 'text' as const, text }],
  })
  const body = sanitizeBody({ content: [heading('מה עושים?'), heading('מה עושים?'), heading('???'), heading(' ')] })
  expect([...headingsOf(body).values()].map(({ id }) => id)).toEqual(['מה-עושים', 'מה-עושים-2', 'חלק'])
})

test('reading time is at least one minute', () => {
  expect(readingMinutes('')).toBe(1)
  expect(readingMinutes('מילה '.repeat(340))).toBe(4)
})

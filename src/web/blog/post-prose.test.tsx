import { expect, test } from 'vitest'
import type { Block } from '#features/blog/post-body.ts'
import { partsOf, renderHtml } from '../../../test/rendered-html.ts'
import { PostProse } from './post-prose.tsx'

const p = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const prose = (...content: Block[]) => renderHtml(<PostProse body={{ type: 'doc', content }} headings={new Map()} />)

test('text marks can be nested, and an external link has rel="noopener"', () => {
  const { html, links } = prose({
    type: 'paragraph',
    content: [
      {
        type: 'text',
        text: 'חזק',
        marks: [{ type: 'bold' }, { type: 'link', attrs: { href: 'https://example.com' } }],
      },
      { type: 'hardBreak' },
      { type: 'text', text: '<b>כאן</b>', marks: [{ type: 'link', attrs: { href: '/about' } }] },
    ],
  })
  expect(html).toContain('<p><a href="https://example.com" rel="noopener"><strong>חזק</strong></a><br/>')
  expect(partsOf(html).attributes('a')[1]).toEqual({ href: '/about' })
  expect(links[1]).toEqual(['<b>כאן</b>', '/about'])
})

test('blocks are rendered by type, and empty ones are dropped', () => {
  const item = (text: string) => ({ type: 'listItem' as const, content: [p(text)] })
  const { html } = prose(
    { type: 'paragraph' },
    { type: 'heading', attrs: { level: 3 } },
    { type: 'paragraph', attrs: { dir: 'ltr' }, content: [{ type: 'text', text: 'English' }] },
    { type: 'orderedList', content: [item('א')] },
    { type: 'bulletList', content: [item('ב')] },
    { type: 'blockquote', content: [p('ציטוט')] },
    { type: 'takeaway', content: [p('לקחת')] },
    { type: 'action', attrs: { words: 'לשיחה', href: '/contact' } },
    { type: 'horizontalRule' },
  )
  expect(html.match(/<(p|h3|ol|ul|blockquote|aside|hr|a)\b/g)).toEqual([
    '<p',
    '<ol',
    '<p',
    '<ul',
    '<p',
    '<blockquote',
    '<p',
    '<aside',
    '<p',
    '<p',
    '<a',
    '<hr',
  ])
  expect(html).toContain('<p dir="ltr">English</p>')
})

test('two illustrations of the same kind have distinct ids', () => {
  const drawing: Block = { type: 'drawing', attrs: { art: 'meeting', caption: '' } }
  const { html } = prose(drawing, drawing, { type: 'takeaway', content: [drawing] })
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(2)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a figure has its alternative text and size, and a caption only if set', () => {
  const picture = { id: '00000000-0000-4000-8000-000000000001', format: 'webp' as const, width: 900, height: 600 }
  const { html } = prose({ type: 'figure', attrs: { picture, alt: 'שולחן', caption: '' } })
  expect(partsOf(html).attributes('img')[0]).toMatchObject({
    alt: 'שולחן',
    width: '900',
    height: '600',
    loading: 'lazy',
  })
  expect(
    partsOf(html)
      .attributes('source')
      .map(({ type }) => type),
  ).toEqual(['image/avif', 'image/webp'])
  expect(html).not.toContain('figcaption')
})

test('a chart is a table of its numbers with decorative bars, and is omitted without numbers', () => {
  const chart = (lines: string) => prose({ type: 'chart', attrs: { title: 'חודש אחד', unit: '₪', lines } })
  const { html, text } = chart('דיור, 5200\nסופר, 1300')
  expect(text).toBe('חודש אחד דיור 5,200 ₪ סופר 1,300 ₪')
  expect(
    partsOf(html)
      .attributes('rect')
      .map(({ width }) => width),
  ).toEqual(['100', '25'])
  expect(partsOf(html).attributes('td')[0]).toMatchObject({ 'aria-hidden': 'true' })
  expect(chart('בלי מספרים').text).toBe('')
})

test('an illustration is hidden from screen readers, but its caption is not', () => {
  const { html, text } = prose({ type: 'drawing', attrs: { art: 'path', caption: 'הדרך מתקצרת' } })
  expect(text).toBe('הדרך מתקצרת')
  expect(html).toContain('class="ill cover cover--drawn prose__drawing cover--path" aria-hidden="true"')
})

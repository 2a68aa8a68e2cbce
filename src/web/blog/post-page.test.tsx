import { expect, test } from 'vitest'
import type { ShownPost } from '#features/blog/blog.ts'
import type { Block } from '#features/blog/post-body.ts'
import { elements, partsOf, renderHtml, textOf } from '../../../test/rendered-html.ts'
import { listedPost, pageRequest, siteFacts } from '../../../test/site-facts.ts'
import * as postPage from './post-page.tsx'

const p = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const h2 = (text: string): Block => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] })

const post = (changes: Partial<ShownPost> = {}): ShownPost => ({
  ...listedPost(),
  body: { type: 'doc', content: [p('פתיחה')] },
  author: null,
  related: [],
  ...changes,
})
const postProps = (changes: Partial<ShownPost> = {}, more: Partial<Parameters<typeof postPage.View>[0]> = {}) => ({
  facts: siteFacts(),
  request: pageRequest({ path: '/blog/takziv' }),
  post: post(changes),
  isPreview: false,
  ...more,
})

test('a post shows its date, the date of a later update, and its author or, without one, the business', () => {
  const { text } = renderHtml(<postPage.View {...postProps({ saved_at: '2026-11-09T08:00:00Z', reading_min: 4 })} />)
  expect(text).toContain('בית מרווח 1 בנובמבר 2026 עודכן ב־ 9 בנובמבר 2026 4 דקות קריאה')
  const same = renderHtml(<postPage.View {...postProps({ author: { name: 'מיכל', about: 'מלווה', picture: null } })} />)
  expect(same.text).toContain('מיכל 1 בנובמבר 2026 דקת קריאה')
  expect(same.text).not.toContain('עודכן')
  expect(same.links).toContainEqual(['מיכל', '/blog/authors/%D7%9E%D7%99%D7%9B%D7%9C'])
  expect(textOf(elements(same.html, 'aside')[0]!.inside)).toContain('מיכל מלווה')
})

test('the table of contents lists the headings of a long post with unique anchors, even for equal headings', () => {
  const body = { type: 'doc' as const, content: [h2('הכנסות'), p('א'), h2('הכנסות'), p('ב')] }
  const { html } = renderHtml(<postPage.View {...postProps({ body })} />)
  const contents = elements(html, 'nav').find(({ attributes }) => attributes['aria-labelledby'] === 'post-contents')!
  const [first, second] = partsOf(contents.inside).links
  expect([first![0], second![0]]).toEqual(['הכנסות', 'הכנסות'])
  expect(first![1]).not.toBe(second![1])
  expect(
    partsOf(html)
      .attributes('h2')
      .map(({ id }) => id)
      .slice(0, 2),
  ).toEqual([first![1], second![1]].map((to) => decodeURIComponent(to!.slice(1))))
  expect(
    renderHtml(<postPage.View {...postProps({ body: { type: 'doc', content: [h2('אחת')] } })} />).html,
  ).not.toContain('post-contents')
})

test('a post has share links with its absolute URL; a preview has none, and is labelled as a preview', () => {
  const { links } = renderHtml(<postPage.View {...postProps({ slug: 'תקציב' })} />)
  const address = 'https://example.co.il/blog/%D7%AA%D7%A7%D7%A6%D7%99%D7%91'
  const whatsApp = links.find(([linkText]) => linkText === 'וואטסאפ')![1]!
  expect(new URL(whatsApp).searchParams.get('text')).toBe(`תקציב ראשון\n${address}`)
  const preview = renderHtml(<postPage.View {...postProps({}, { isPreview: true })} />)
  expect(preview.text).toMatch(/^זו תצוגה מקדימה/)
  expect(preview.links.map(([linkText]) => linkText)).not.toContain('וואטסאפ')
  expect(postPage.head(postProps({}, { isPreview: true }))).toMatchObject({ robots: 'noindex', image: null })
})

test('related posts have headings of the correct level, and without related posts there is no section', () => {
  const { html, headings } = renderHtml(<postPage.View {...postProps({ related: [listedPost({ title: 'עוד' })] })} />)
  expect(headings).toContain('3 עוד')
  expect(html).toContain('id="related"')
  expect(renderHtml(<postPage.View {...postProps()} />).html).not.toContain('id="related"')
})

test('the head of a post has type article with the modification date, tags and image', () => {
  const cover = { id: '00000000-0000-4000-8000-000000000001', format: 'jpeg' as const, width: 1600, height: 900 }
  const head = postPage.head(postProps({ saved_at: '2026-11-09T08:00:00Z', tags: ['כסף'], cover, cover_alt: 'שולחן' }))
  expect(head).toMatchObject({
    type: 'article',
    publishedAt: '2026-11-01T08:00:00Z',
    modifiedAt: '2026-11-09T08:00:00Z',
    image: { alt: 'שולחן', width: 1200, height: 630 },
    crumbs: [{ name: 'בלוג', path: '/blog' }],
    jsonLd: [
      {
        '@type': 'Article',
        keywords: ['כסף'],
        author: { '@id': 'https://example.co.il/#organization' },
        timeRequired: 'PT1M',
      },
    ],
  })
})

test('a post without a cover has the generated share image in its structured data', () => {
  expect(postPage.head(postProps({ slug: 'takziv', cover: null })).jsonLd).toMatchObject([
    { image: 'https://example.co.il/share-image/blog/takziv' },
  ])
})

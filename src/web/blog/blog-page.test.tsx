import { expect, test } from 'vitest'
import type { ListedPost } from '#features/blog/blog.ts'
import { elements, partsOf, renderHtml } from '../../../test/rendered-html.ts'
import { listedPost, pageRequest, siteFacts } from '../../../test/site-facts.ts'
import { BlogPagination } from './blog-pagination.tsx'
import * as blog from './blog-page.tsx'

const nothing = { topic: undefined, tag: undefined, q: undefined, page: 1 }
const topics = [
  { slug: 'debts', name: 'חובות' },
  { slug: 'budget', name: 'תקציב' },
]
type BlogProps = Parameters<typeof blog.View>[0]
const blogProps = (posts: ListedPost[], changes: Partial<BlogProps> = {}): BlogProps => ({
  facts: siteFacts(),
  request: pageRequest({ path: '/blog' }),
  posts,
  total: posts.length,
  instead: [],
  topics,
  newsletter: undefined,
  asked: nothing,
  ...changes,
})

test('the first page starts with the featured post or, without one, the newest; a filtered list has no lead post', () => {
  const posts = [listedPost({ title: 'חדש' }), listedPost({ id: 'post-000002', title: 'נבחר', featured: true })]
  const leadOf = (changes: Partial<BlogProps> = {}) =>
    elements(renderHtml(<blog.View {...blogProps(posts, changes)} />).html, 'article').map(
      ({ inside }) => partsOf(inside).links[0]![0],
    )
  expect(leadOf()).toEqual(['נבחר'])
  expect(leadOf({ posts: [posts[0]!] })).toEqual(['חדש'])
  expect(leadOf({ asked: { ...nothing, topic: 'budget' } })).toEqual([])
  expect(leadOf({ asked: { ...nothing, page: 2 } })).toEqual([])
})

test('each card shows the date of its post', () => {
  const { html, text } = renderHtml(<blog.View {...blogProps([listedPost(), listedPost({ id: 'post-000002' })])} />)
  expect(text.match(/1 בנובמבר 2026/g)).toHaveLength(2)
  expect(partsOf(html).attributes('time')[0]).toEqual({ dateTime: '2026-11-01' })
})

test('a filtered list has its topic as heading, marked among the topics, and the search form keeps the topic', () => {
  const { headings, html } = renderHtml(
    <blog.View {...blogProps([listedPost()], { asked: { ...nothing, topic: 'budget' } })} />,
  )
  expect(headings[0]).toBe('1 תקציב')
  const marked = partsOf(html)
    .attributes('a')
    .filter((link) => link['aria-current'])
  expect(marked.map(({ href }) => href)).toEqual(['/blog?topic=budget'])
  expect(partsOf(html).fields).toMatchObject({ topic: 'budget', q: '' })
})

test('a search shows the number of results, and offers the latest posts if there are none', () => {
  const asked = { ...nothing, q: 'קרן' }
  expect(renderHtml(<blog.View {...blogProps([listedPost()], { asked })} />).text).toContain('נמצא מאמר אחד עם ״קרן״')
  const none = renderHtml(<blog.View {...blogProps([], { asked, instead: [listedPost()] })} />)
  expect(none.text).toContain('לא נמצאו מאמרים עם ״קרן״. אפשר לנסות מילה אחרת, או להמשיך מכאן:')
  expect(none.links).toContainEqual(['תקציב ראשון', '/blog/takziv'])
})

test('an empty blog shows a message, and a single topic is not offered as a filter', () => {
  const { text, html } = renderHtml(<blog.View {...blogProps([], { topics: [topics[0]!] })} />)
  expect(text).toContain('כאן יופיעו המאמרים, ברגע שהראשון יתפרסם.')
  expect(html).not.toContain('aria-label="נושאים"')
})

test.each([
  [nothing, { title: 'בלוג: מאמרים על כסף ומשפחה', canonical: '/blog' }],
  [
    { ...nothing, topic: 'budget', page: 2 },
    { title: 'תקציב: מאמרים, עמוד 2', canonical: '/blog?topic=budget&page=2' },
  ],
  [
    { ...nothing, q: 'קרן' },
    { title: 'בלוג: מאמרים על כסף ומשפחה, חיפוש ״קרן״', robots: 'noindex' },
  ],
  [
    { ...nothing, tag: 'משכנתא' },
    { title: 'משכנתא: מאמרים', robots: 'noindex' },
  ],
])('the head of the list %j contains %j', (props, expected) => {
  expect(blog.head(blogProps([listedPost()], { asked: props }))).toMatchObject(expected)
})

const pages = (total: number, page: number) =>
  renderHtml(<BlogPagination total={total} perPage={12} asked={{ ...nothing, q: 'א ב', page }} />)

test('the pagination links the first, last and adjacent pages, and keeps the search query', () => {
  expect(pages(12, 1).html).toBe('')
  const { links, text, html } = pages(120, 5)
  expect(text).toBe('הקודם 1 … 4 5 6 … 10 הבא')
  expect(links[0]).toEqual(['הקודם', '/blog?q=%D7%90+%D7%91&page=4'])
  expect(links[1]).toEqual(['1', '/blog?q=%D7%90+%D7%91'])
  expect(
    partsOf(html)
      .attributes('a')
      .filter((link) => link['aria-current']),
  ).toMatchObject([{ 'aria-label': 'עמוד 5' }])
  expect(pages(24, 1).text).toBe('1 2 הבא')
  expect(pages(24, 2).text).toBe('הקודם 1 2')
})

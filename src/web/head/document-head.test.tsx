import { expect, test } from 'vitest'
import { partsOf, renderHtml } from '../../../test/rendered-html.ts'
import { bareBusiness, siteFacts } from '../../../test/site-facts.ts'
import { DocumentHead } from './document-head.tsx'
import type { ResolvedHead } from './resolve-head.ts'
import { organization, website } from './structured-data.ts'

const head: ResolvedHead = {
  title: 'אודות | בית מרווח',
  description: 'מי אנחנו',
  robots: undefined,
  canonical: 'https://example.co.il/about',
  feed: undefined,
  image: { src: 'https://example.co.il/a.png', alt: 'אודות', width: 1200, height: 630 },
  type: 'website',
  publishedAt: '2026-11-01T08:00:00Z',
  modifiedAt: '2026-11-02T08:00:00Z',
  graph: [],
  verification: {},
  cardTitle: 'אודות',
  cardPicture: undefined,
}
const show = (changes: Partial<ResolvedHead> = {}, siteName = 'בית מרווח') =>
  partsOf(renderHtml(<DocumentHead head={{ ...head, ...changes }} siteName={siteName} />).html)
const metas = (changes: Partial<ResolvedHead> = {}, siteName?: string) =>
  Object.fromEntries(
    show(changes, siteName)
      .attributes('meta')
      .map((one) => [one['name'] ?? one['property']!, one['content']!]),
  )

test("a link preview has the page's title, description, URL and image", () => {
  expect(metas()).toEqual({
    description: 'מי אנחנו',
    'og:type': 'website',
    'og:locale': 'he_IL',
    'og:site_name': 'בית מרווח',
    'og:title': 'אודות | בית מרווח',
    'og:description': 'מי אנחנו',
    'og:url': 'https://example.co.il/about',
    'og:image': 'https://example.co.il/a.png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'אודות',
    'twitter:card': 'summary_large_image',
  })
})

test('a page without an image, a canonical URL or a site name omits their meta tags', () => {
  const names = Object.keys(metas({ image: undefined, canonical: undefined, robots: 'noindex' }, ''))
  expect(names).not.toContain('og:image')
  expect(names).not.toContain('og:url')
  expect(names).not.toContain('og:site_name')
  expect(metas({ image: undefined })['twitter:card']).toBe('summary')
  expect(metas({ robots: 'noindex' })['robots']).toBe('noindex')
})

test('only an article has publication dates', () => {
  expect(metas()).not.toHaveProperty('article:published_time')
  expect(metas({ type: 'article' })).toMatchObject({
    'article:published_time': '2026-11-01T08:00:00Z',
    'article:modified_time': '2026-11-02T08:00:00Z',
  })
})

test('the RSS feed of a list and site verification codes have tags', () => {
  expect(show({ feed: { title: 'בלוג', href: '/blog/rss.xml' } }).attributes('link')[1]).toEqual({
    rel: 'alternate',
    type: 'application/rss+xml',
    title: 'בלוג',
    href: '/blog/rss.xml',
  })
  expect(metas({ verification: { 'google-site-verification': 'abc' } })['google-site-verification']).toBe('abc')
})

test('structured data cannot close its script element, and parses to the same data', () => {
  const title = '</script><script>alert(1)</script>'
  const { html } = renderHtml(<DocumentHead head={{ ...head, graph: [{ name: title }] }} siteName="" />)
  expect(html.match(/<\/script>/g)).toHaveLength(1)
  const json = /<script type="application\/ld\+json">([^]*)<\/script>/.exec(html)![1]!
  expect(JSON.parse(json)).toEqual({ '@context': 'https://schema.org', '@graph': [{ name: title }] })
})

test('a quotation mark in a title is escaped in its attribute', () => {
  expect(metas({ title: '"><script>' })['og:title']).toBe('"><script>')
  expect(show({ title: '"><script>' }).attributes('script')).toEqual([])
})

test('the organisation has the filled-in business details and an absolute logo URL, and is omitted without a name', () => {
  const facts = siteFacts({
    business: {
      logo_url: '/storage/v1/logo.png',
      socials: { x: 'https://x.com/a', facebook: 'https://facebook.com/a' },
    },
  })
  expect(organization(facts)).toMatchObject([
    {
      name: 'בית מרווח',
      legalName: 'בית מרווח בע״מ',
      logo: 'https://example.co.il/storage/v1/logo.png',
      address: { streetAddress: 'הרצל 1, חיפה', addressCountry: 'IL' },
      sameAs: ['https://facebook.com/a', 'https://x.com/a'],
    },
  ])
  expect(organization(siteFacts({ business: bareBusiness }))).toEqual([
    {
      '@type': 'Organization',
      '@id': 'https://example.co.il/#organization',
      name: 'בית מרווח',
      url: 'https://example.co.il/',
    },
  ])
  const nameless = siteFacts({ business: { business_name: '' } })
  expect([...organization(nameless), ...website(nameless)]).toEqual([])
})

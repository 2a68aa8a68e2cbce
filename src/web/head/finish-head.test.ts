import { expect, test } from 'vitest'
import type { SeoValues } from '#features/seo/seo.ts'
import type { Head, SiteFacts } from '../pages.ts'
import { finishHead } from './finish-head.ts'

const business = { business_name: 'בית מרווח', socials: {} } as SiteFacts['business']
const facts = { business, siteUrl: 'https://example.co.il', brandVersion: 'v1' } as SiteFacts
const head: Head = { title: 'אודות', description: 'מי אנחנו ואיך עובדים' }
const said = (own?: SeoValues) => ({
  own,
  titlePattern: '{{title}} | {{businessName}}',
  verification: { 'msvalidate.01': 'code' },
})
const finish = (changes: Partial<Head> = {}, own?: SeoValues, path = '/about') =>
  finishHead({ ...head, ...changes }, path, facts, said(own))

test('a page without a word of its owner’s stands for itself, with a card of its title', () => {
  expect(finish()).toMatchObject({
    title: 'אודות | בית מרווח',
    description: 'מי אנחנו ואיך עובדים',
    robots: undefined,
    canonical: 'https://example.co.il/about',
    type: 'website',
    verification: {},
    image: {
      src: expect.stringMatching(/^https:\/\/example\.co\.il\/share-image\/about\?v=[\w-]{10}$/) as string,
      alt: 'אודות',
    },
  })
  expect(finish({}, undefined, '/').verification).toEqual({ 'msvalidate.01': 'code' })
})

test('what the owner says comes before the page, and what neither says is left out', () => {
  const picture = { src: '/picture.jpg', alt: '', width: 1200, height: 630 }
  const own = {
    title: 'כותרת של הבעלים',
    description: 'תיאור',
    image: picture,
    canonical: '/מי אנחנו',
    isHidden: false,
  }
  expect(finish({ canonical: '/other', image: null }, own)).toMatchObject({
    title: 'כותרת של הבעלים',
    description: 'תיאור',
    canonical: 'https://example.co.il/%D7%9E%D7%99%20%D7%90%D7%A0%D7%97%D7%A0%D7%95',
    image: { src: 'https://example.co.il/picture.jpg', alt: 'כותרת של הבעלים' },
  })
  expect(finish({ image: null }).image).toBeUndefined()
})

test('a page kept out of search has no canonical of its own; nobody’s word brings in one that hides itself', () => {
  expect(finish({}, { isHidden: true })).toMatchObject({ robots: 'noindex', canonical: undefined })
  expect(finish({ robots: 'noindex' }, { isHidden: false })).toMatchObject({
    robots: 'noindex',
    canonical: undefined,
    graph: [],
  })
  expect(finish({ robots: 'noindex', canonical: '/' }).canonical).toBe('https://example.co.il/')
})

test('a card gets a new address when what is drawn on it changes, and only then', () => {
  const address = (changes: Partial<Head>, brandVersion = 'v1') =>
    finishHead({ ...head, ...changes }, '/about', { ...facts, brandVersion }, said()).image!.src
  expect(address({ description: 'אחר' })).toBe(address({}))
  expect(address({ title: 'אחר' })).not.toBe(address({}))
  expect(address({}, 'v2')).not.toBe(address({}))
})

test('the way to a page leads from the front door, and a page with a graph of its own says who is behind it', () => {
  const { graph } = finish(
    { crumbs: [{ name: 'בלוג', path: '/blog' }], jsonLd: [{ '@type': 'Article' }] },
    undefined,
    '/blog/a',
  )
  expect(graph.map((node) => (node as { '@type': string })['@type'])).toEqual([
    'Organization',
    'Article',
    'BreadcrumbList',
  ])
  expect(graph.at(-1)).toMatchObject({
    itemListElement: [
      { position: 1, item: 'https://example.co.il/' },
      { position: 2, name: 'בלוג', item: 'https://example.co.il/blog' },
      { position: 3, name: 'אודות', item: 'https://example.co.il/blog/a' },
    ],
  })
})

import { expect, test } from 'vitest'
import type { SeoValues } from '#features/seo/seo.ts'
import type { Head, SiteFacts } from '../pages.ts'
import { resolveHead } from './resolve-head.ts'

const business = { business_name: 'בית מרווח', socials: {} } as SiteFacts['business']
const facts = { business, siteUrl: 'https://example.co.il', brandVersion: 'v1' } as SiteFacts
const head: Head = { title: 'אודות', description: 'מי אנחנו ואיך עובדים' }
const seo = (own?: SeoValues, notCanonical: string[] = []) => ({
  own,
  notCanonical,
  titlePattern: '{{title}} | {{businessName}}',
  verification: { 'msvalidate.01': 'code' },
})
const finish = (changes: Partial<Head> = {}, own?: SeoValues, path = '/about') =>
  resolveHead({ ...head, ...changes }, path, facts, seo(own))

test('a page without SEO overrides is canonical to itself, with a generated share image', () => {
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

test('an SEO override of the owner wins over the page, and missing values are omitted', () => {
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

test('a page whose canonical page is noindex or itself has another canonical is canonical to itself', () => {
  const canonicalOf = (notCanonical: string[]) =>
    resolveHead({ ...head, canonical: '/product' }, '/livui', facts, seo(undefined, notCanonical)).canonical
  expect(canonicalOf(['/about'])).toBe('https://example.co.il/product')
  expect(canonicalOf(['/product'])).toBe('https://example.co.il/livui')
})

test('a noindex page has no canonical, and an override cannot make it indexable', () => {
  expect(finish({}, { isHidden: true })).toMatchObject({ robots: 'noindex', canonical: undefined })
  expect(finish({ robots: 'noindex' }, { isHidden: false })).toMatchObject({
    robots: 'noindex',
    canonical: undefined,
    graph: [],
  })
  expect(finish({ robots: 'noindex', canonical: '/' }).canonical).toBe('https://example.co.il/')
})

test('the URL of a share image changes exactly when its content changes', () => {
  const address = (changes: Partial<Head>, brandVersion = 'v1') =>
    resolveHead({ ...head, ...changes }, '/about', { ...facts, brandVersion }, seo()).image!.src
  expect(address({ description: 'אחר' })).toBe(address({}))
  expect(address({ title: 'אחר' })).not.toBe(address({}))
  expect(address({}, 'v2')).not.toBe(address({}))
})

test('breadcrumbs start at the home page, and the JSON-LD of a page with nodes of its content includes the organisation', () => {
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

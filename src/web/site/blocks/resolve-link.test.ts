import { expect, test } from 'vitest'
import type { SiteFacts } from '#web/pages.ts'
import { resolveLink } from './resolve-link.ts'

const publishedPaths = ['/', '/contact', '/blog/:slug', '/:product', '/bayit-meuzan']
const leads = (href: string, more: string[] = []) =>
  resolveLink({ words: 'קישור', href }, { publishedPaths: [...publishedPaths, ...more] } as unknown as SiteFacts)

test.each([
  ['a published page', '/contact', '/contact'],
  ['an anchor of a published page, with a query', '/contact?topic=coaching#form', '/contact?topic=coaching#form'],
  ['a page with a parameter', '/blog/takziv', '/blog/takziv'],
  ['a product on sale', '/bayit-meuzan', '/bayit-meuzan'],
  ['an anchor of this page', '#faq', '#faq'],
  ['another site', 'https://example.com/a', 'https://example.com/a'],
  ['a telephone', 'tel:+97230000000', 'tel:+97230000000'],
])('a link to %s is resolved', (_, href, expected) => {
  expect(leads(href)).toBe(expected)
})

test.each([
  ['an unpublished page', '/pricing'],
  ['an unknown product', '/no-such-product'],
  ['an empty target', ''],
])('a link to %s is omitted', (_, href) => {
  expect(leads(href)).toBeUndefined()
})

test('a booking link falls back to the contact page until the booking page is published', () => {
  expect(leads('/book-a-call')).toBe('/contact')
  expect(leads('/book-a-call', ['/book-a-call'])).toBe('/book-a-call')
})

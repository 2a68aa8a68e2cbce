import { expect, test } from 'vitest'
import type { SiteFacts } from '#web/pages.ts'
import { movedPathsOf, resolveLink } from './resolve-link.ts'

const publishedPaths = ['/', '/contact', '/blog/:slug', '/:product', '/bayit-meuzan']
const leads = (href: string, more: string[] = [], movedPaths: string[] = []) =>
  resolveLink({ words: 'קישור', href }, {
    publishedPaths: [...publishedPaths, ...more],
    movedPaths,
  } as unknown as SiteFacts)

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

test('a link is resolved in every spelling that the server redirects', () => {
  const hebrew = `/${encodeURIComponent('סדנה')}`
  expect(leads('/contact/')).toBe('/contact/')
  expect(leads('/Contact#form')).toBe('/Contact#form')
  expect(leads('/סדנה', [hebrew])).toBe('/סדנה')
  expect(leads(hebrew, ['/סדנה'])).toBe(hebrew)
  expect(leads('/%zz')).toBeUndefined()
})

test('a link to the former path of a page remains, and one to a path that only redirects elsewhere is omitted', () => {
  const redirects = new Map([
    ['/one', { to: '/two' }],
    ['/two', { to: '/three' }],
    ['/sale', { to: '/' }],
    ['/partner', { to: 'https://example.com' }],
    ['/lost', { to: '/no-such-page' }],
  ])
  const moved = movedPathsOf(redirects, ['/three'])
  expect(moved).toEqual(['/one', '/two'])
  expect(leads('/one?from=mail', [], moved)).toBe('/one?from=mail')
  expect(leads('/sale', [], moved)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { routes } from '#web/routes.ts'
import { isKeyed } from './keyed-address.ts'

test.each([
  ['an appointment', { token: 'x' }, {}],
  ['the way to a payment', { order: 'x' }, {}],
  ['the result of a payment', {}, { ref: 'x' }],
  ['a receipt of a cancellation', {}, { receipt: 'x' }],
  ['a request for a guide', { slug: 'x' }, { r: 'x' }],
  ['a personal link of a form or a booking page', { formId: 'x' }, { k: 'x' }],
  ['a draft that is shared', { slug: 'x' }, { preview: 'x' }],
])('the address of %s is a key', (_what, params, query) => {
  expect(isKeyed({ params, query })).toBe(true)
})

test('the address of a product with a chosen price is none', () => {
  expect(isKeyed({ params: { product: 'x' }, query: { price: 'x' } })).toBe(false)
})

test('every mailed page has a keyed address', () => {
  const mailed = routes.filter(({ path }) => /:(token|order)/.test(path))
  expect(mailed.length).toBeGreaterThan(5)
  for (const { path } of mailed)
    expect(
      isKeyed({ params: Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'x'])), query: {} }),
    ).toBe(true)
})

test.each(['/setup', '/auth/join', '/client-invitation/x', '/client-invitation/x/request'])(
  'the invitation at %s is a key',
  (path) => {
    expect(isKeyed({ path, params: {}, query: {} })).toBe(true)
  },
)

test('a refused form that was opened by a personal link is a key', () => {
  expect(isKeyed({ params: {}, query: {}, form: { values: { link: 'x' }, errors: {} } })).toBe(true)
  expect(isKeyed({ params: {}, query: {}, form: { values: { name: 'x' }, errors: {} } })).toBe(false)
})

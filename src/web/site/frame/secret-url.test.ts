import { expect, test } from 'vitest'
import { routes } from '#web/routes.ts'
import { hasSecretUrl } from './secret-url.ts'

test.each([
  ['an appointment', { token: 'x' }, {}],
  ['a payment redirect', { order: 'x' }, {}],
  ['the result of a payment', {}, { ref: 'x' }],
  ['a cancellation receipt', {}, { receipt: 'x' }],
  ['a request for a guide', { slug: 'x' }, { r: 'x' }],
  ['a personal link of a form or a booking page', { formId: 'x' }, { k: 'x' }],
  ['a shared draft', { slug: 'x' }, { preview: 'x' }],
])('the URL of %s is secret', (_what, params, query) => {
  expect(hasSecretUrl({ params, query })).toBe(true)
})

test('the URL of a product with a chosen price is not secret', () => {
  expect(hasSecretUrl({ params: { product: 'x' }, query: { price: 'x' } })).toBe(false)
})

test('the URL of every mailed page is secret', () => {
  const mailed = routes.filter(({ path }) => /:(token|order)/.test(path))
  expect(mailed.length).toBeGreaterThan(5)
  for (const { path } of mailed)
    expect(
      hasSecretUrl({
        params: Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'x'])),
        query: {},
      }),
    ).toBe(true)
})

test.each(['/setup', '/auth/join', '/client-invitation/x', '/client-invitation/x/request'])(
  'the invitation URL %s is secret',
  (path) => {
    expect(hasSecretUrl({ path, params: {}, query: {} })).toBe(true)
  },
)

test('a rejected form that was opened by a personal link has a secret URL', () => {
  expect(hasSecretUrl({ params: {}, query: {}, form: { values: { link: 'x' }, errors: {} } })).toBe(true)
  expect(hasSecretUrl({ params: {}, query: {}, form: { values: { name: 'x' }, errors: {} } })).toBe(false)
})

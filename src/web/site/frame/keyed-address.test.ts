import { expect, test } from 'vitest'
import { routes } from '#web/routes.ts'
import { isKeyed } from './keyed-address.ts'

test('the address of a private page is a key, by its path or by its query', () => {
  expect(isKeyed({ params: { token: 'x' }, query: {} })).toBe(true)
  expect(isKeyed({ params: {}, query: { ref: 'x' } })).toBe(true)
  expect(isKeyed({ params: { product: 'x' }, query: { price: 'x' } })).toBe(false)
})

test('every personal page with a parameter has a keyed address', () => {
  const open = routes
    .filter((route) => route.shell === 'personal' && route.path.includes(':'))
    .filter(
      ({ path }) =>
        !isKeyed({ params: Object.fromEntries(path.matchAll(/:(\w+)/g).map(([, name]) => [name, 'x'])), query: {} }),
    )
  expect(open.map(({ path }) => path)).toEqual([])
})

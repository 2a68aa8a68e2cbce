import { expect, test } from 'vitest'
import { type Category, categoryOf, showsBoundary, traitsOf } from './categories.ts'

const named = (name: string, message = '') => Object.assign(new Error(message), { name })

// spec §8: the six categories
const kinds: [error: unknown, category: Category][] = [
  [new Error("Failed to execute 'postMessage' on 'DOMWindow'"), 'postMessage'],
  [new DOMException('could not be cloned', 'DataCloneError'), 'postMessage'],
  [new Error('The message port closed before a response was received.'), 'postMessage'],
  [new Error('ResizeObserver loop completed with undelivered notifications.'), 'flowDiagram'],
  [new Error('[React Flow]: It looks like you have created a new nodeTypes'), 'flowDiagram'],
  [named('AuthSessionMissingError', 'Auth session missing!'), 'authentication'],
  [{ code: 'PGRST303', message: 'JWT expired' }, 'authentication'],
  [{ status: 401, message: 'no role' }, 'authentication'],
  [new TypeError('Failed to fetch'), 'network'],
  [new TypeError('Failed to fetch dynamically imported module: /app/screen.js'), 'network'],
  [new TypeError('NetworkError when attempting to fetch resource.'), 'network'],
  [new TypeError('Load failed'), 'network'],
  [named('AuthRetryableFetchError'), 'network'],
  [{ status: 503 }, 'network'],
  [new RangeError('Maximum call stack size exceeded'), 'critical'],
  [named('QuotaExceededError', 'the quota has been exceeded'), 'critical'],
  [new Error('Minified React error #301'), 'critical'],
  [new Error('x is not a function'), 'unknown'],
  [undefined, 'unknown'],
  [null, 'unknown'],
  [42, 'unknown'],
  [Symbol('thrown'), 'unknown'],
]

test.each(kinds)('%o is categorized as %s', (error, category) => {
  expect(categoryOf(error)).toBe(category)
})

test('a value whose properties throw is a cross-window error', () => {
  const closed = new Proxy(
    {},
    {
      get() {
        throw new Error('Blocked a frame')
      },
    },
  )
  expect(categoryOf(closed)).toBe('postMessage')
})

// spec §8
test('only critical, authentication and unknown errors show the boundary', () => {
  const all: Category[] = ['postMessage', 'flowDiagram', 'authentication', 'network', 'critical', 'unknown']
  expect(all.filter(showsBoundary)).toEqual(['authentication', 'critical', 'unknown'])
})

test('a message of a megabyte is truncated to five hundred characters', () => {
  expect(traitsOf(new Error('x'.repeat(1_000_000))).message).toHaveLength(500)
})

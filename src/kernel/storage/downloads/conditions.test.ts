import { expect, test } from 'vitest'
import { StorageError } from '../errors.ts'
import { isNotModified, readRange } from './conditions.ts'

const version = { etag: '"abc"', lastModified: '2026-03-01T12:00:00.700Z' }
const [earlier, then, later] = [
  'Sun, 01 Mar 2026 11:59:59 GMT',
  'Sun, 01 Mar 2026 12:00:00 GMT',
  'Sun, 01 Mar 2026 12:00:01 GMT',
]

test.each<[Record<string, string>, 'send' | 'known' | 'refuse']>([
  [{}, 'send'],
  [{ 'if-none-match': '"abc"' }, 'known'],
  [{ 'if-none-match': 'W/"abc"' }, 'known'],
  [{ 'if-none-match': '"x", "abc"' }, 'known'],
  [{ 'if-none-match': '*' }, 'known'],
  [{ 'if-none-match': '"abcd"' }, 'send'],
  [{ 'if-none-match': 'abc' }, 'send'],
  [{ 'if-modified-since': then }, 'known'],
  [{ 'if-modified-since': later }, 'known'],
  [{ 'if-modified-since': earlier }, 'send'],
  [{ 'if-modified-since': 'yesterday' }, 'send'],
  [{ 'if-none-match': '"x"', 'if-modified-since': later }, 'send'],
  [{ 'if-match': '"abc"' }, 'send'],
  [{ 'if-match': '*' }, 'send'],
  [{ 'if-match': '"x"' }, 'refuse'],
  [{ 'if-match': 'W/"abc"' }, 'refuse'],
  [{ 'if-unmodified-since': then }, 'send'],
  [{ 'if-unmodified-since': earlier }, 'refuse'],
  [{ 'if-unmodified-since': 'never' }, 'send'],
  [{ 'if-match': '"abc"', 'if-unmodified-since': earlier }, 'send'],
])('a conditional request with %j results in %s', (headers, expected) => {
  const answer = () => (isNotModified(headers, version) ? 'known' : 'send')
  if (expected === 'refuse') expect(answer).toThrow(StorageError)
  else expect(answer()).toBe(expected)
})

const all = undefined
test.each<[string | undefined, number, { start: number; end: number } | undefined | 'refused']>([
  [undefined, 10, all],
  ['bytes=0-3', 10, { start: 0, end: 3 }],
  ['bytes=8-', 10, { start: 8, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-30', 10, { start: 0, end: 9 }],
  ['bytes=5-99', 10, { start: 5, end: 9 }],
  ['bytes=0-99999999999999999999', 10, { start: 0, end: 9 }],
  ['bytes=10-', 10, 'refused'],
  ['bytes=99999999999999999999-', 10, 'refused'],
  ['bytes=-0', 10, 'refused'],
  ['bytes=0-', 0, 'refused'],
  ['bytes=-1', 0, 'refused'],
  ['bytes=5-2', 10, all],
  ['bytes=0-1,4-5', 10, all],
  ['bytes=-', 10, all],
  ['bytes=a-b', 10, all],
  ['bytes = 0-1', 10, all],
  ['lines=0-1', 10, all],
])('the range %s of %i bytes is parsed, ignored or refused as in RFC 9110', (range, size, expected) => {
  const read = () => readRange({ ...(range && { range }) }, size, version)
  if (expected === 'refused') expect(read).toThrow(StorageError)
  else expect(read()).toEqual(expected)
})

test.each([
  ['"abc"', true],
  [then, true],
  ['"old"', false],
  ['W/"abc"', false],
  [earlier, false],
])('whether a range request with If-Range %s applies is %s', (ifRange, isThis) => {
  const read = readRange({ range: 'bytes=0-1', 'if-range': ifRange }, 10, version)
  expect(read).toEqual(isThis ? { start: 0, end: 1 } : undefined)
})

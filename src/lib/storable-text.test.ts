import { expect, test } from 'vitest'
import { beginningOf, parseStorableJson, storableText } from './storable-text.ts'

test('NUL is removed, and a lone surrogate is replaced', () => {
  expect(storableText('שלום\0 נועה\ud83d')).toBe('שלום נועה\ufffd')
  expect(storableText('שלום 😀')).toBe('שלום 😀')
})

test('all strings of a JSON body are made storable, at any depth', () => {
  expect(parseStorableJson('{"a":["x\\u0000",{"b":"\\ud83d"}],"c":1}')).toEqual({ a: ['x', { b: '\ufffd' }], c: 1 })
  expect(parseStorableJson('{')).toBeUndefined()
})

test('truncation does not split a surrogate pair', () => {
  expect(beginningOf('ab😀', 3)).toBe('ab')
  expect(beginningOf('ab😀', 4)).toBe('ab😀')
  expect(beginningOf('ab', 9)).toBe('ab')
})

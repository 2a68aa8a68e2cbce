import { expect, test } from 'vitest'
import { beginningOf, parseStorableJson, storableText } from './storable-text.ts'

test('NUL is removed, and half a character replaced', () => {
  expect(storableText('שלום\0 נועה\ud83d')).toBe('שלום נועה\ufffd')
  expect(storableText('שלום 😀')).toBe('שלום 😀')
})

test('every text of a JSON body can be stored, wherever it is', () => {
  expect(parseStorableJson('{"a":["x\\u0000",{"b":"\\ud83d"}],"c":1}')).toEqual({ a: ['x', { b: '\ufffd' }], c: 1 })
  expect(parseStorableJson('{')).toBeUndefined()
})

test('a text is cut between characters', () => {
  expect(beginningOf('ab😀', 3)).toBe('ab')
  expect(beginningOf('ab😀', 4)).toBe('ab😀')
  expect(beginningOf('ab', 9)).toBe('ab')
})

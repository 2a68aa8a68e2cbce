import { expect, test } from 'vitest'
import { isolate, oneLine, plainText } from './hebrew-text.ts'
import { count } from './count.ts'

test('bidirectional and control characters are removed', () => {
  expect(plainText('\u202eabc\u2066\u0000\u200f\ufeff\u0085')).toBe('abc')
})

test('lines, tabs, joined emoji, vowel points and quotes are preserved', () => {
  expect(plainText('א\r\nב\tג')).toBe('א\nב\tג')
  expect(plainText('👩‍👩‍👧 שָׂרָה צח"י ג׳ני')).toBe('👩‍👩‍👧 שָׂרָה צח"י ג׳ני'.normalize('NFC'))
})

test('a lone surrogate is replaced', () => {
  expect(plainText('a\ud83d')).toBe('a\ufffd')
})

test('a single line has single spaces', () => {
  expect(oneLine('  רווחים \n כפולים\u00a0 ')).toBe('רווחים כפולים')
})

test('a name inside a sentence is bidi-isolated', () => {
  expect(isolate('Dana (x)')).toBe('\u2068Dana (x)\u2069')
})

test('a number and its noun agree', () => {
  const tasks = { zero: 'אין משימות', one: 'משימה אחת', two: 'שתי משימות', other: '# משימות' }
  expect([0, 1, 2, 3, 1_200].map((n) => count(n, tasks))).toEqual([
    'אין משימות',
    'משימה אחת',
    'שתי משימות',
    '3 משימות',
    '1,200 משימות',
  ])
})

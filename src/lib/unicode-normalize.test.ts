import { expect, test } from 'vitest'
import { unicodeNormalize } from './unicode-normalize.ts'

test('canonically equivalent spellings become one', () => {
  expect(unicodeNormalize('e\u0301')).toBe('é')
  expect(unicodeNormalize('שָׂרָה')).toBe('שָׂרָה'.normalize('NFC'))
})

test('a million combining marks on one letter are normalized without delay, and most are dropped', () => {
  const began = performance.now()
  const form = unicodeNormalize(`a${'\u0315'.repeat(500_000)}${'\u0323'.repeat(500_000)}b`)
  expect(performance.now() - began).toBeLessThan(1000)
  expect(form).toBe(`a${'\u0315'.repeat(30)}b`)
})

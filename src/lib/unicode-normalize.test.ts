import { expect, test } from 'vitest'
import { unicodeNormalize } from './unicode-normalize.ts'

test('canonically equivalent spellings become one', () => {
  expect(unicodeNormalize('e\u0301')).toBe('é')
  expect(unicodeNormalize('שָׂרָה')).toBe('שָׂרָה'.normalize('NFC'))
})

test('a million combining marks on one letter are normalized without delay, and most are dropped', () => {
  const began = process.cpuUsage()
  const form = unicodeNormalize(`a${'\u0315'.repeat(500_000)}${'\u0323'.repeat(500_000)}b`)
  // CPU time: wall-clock time depends on the load of the machine.
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000)
  expect(form).toBe(`a${'\u0315'.repeat(30)}b`)
})

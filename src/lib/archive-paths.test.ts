import { expect, test } from 'vitest'
import { safeName, uniquePaths } from './archive-paths.ts'

test('characters that a file system does not allow are removed from a name or replaced', () => {
  expect(safeName('דו״ח: 3/2026?.pdf')).toBe('דו״ח- 3-2026-.pdf')
  expect(safeName('..')).toBe('ללא שם')
  expect(safeName('../../etc')).toBe('-..-etc')
  expect(safeName('gpj\u202e.exe')).toBe('gpj.exe')
  expect(safeName('סוף. ')).toBe('סוף')
  expect(safeName(`${'א'.repeat(300)}.pdf`)).toMatch(/^א{116}\.pdf$/)
})

test('a duplicate file name gets a number before its extension, compared case-insensitively', () => {
  const unique = uniquePaths()
  expect(['a/b.PDF', 'a/B.pdf', 'a/b.pdf', 'a/b'].map(unique)).toEqual(['a/b.PDF', 'a/B (2).pdf', 'a/b (3).pdf', 'a/b'])
})

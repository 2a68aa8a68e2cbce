import { expect, test } from 'vitest'
import { formatFileSize } from './format-file-size.ts'

test('a file size is formatted with its unit', () => {
  expect([
    formatFileSize(8),
    formatFileSize(900),
    formatFileSize(340 * 1024),
    formatFileSize(1.44 * 1024 * 1024),
    formatFileSize(74.2 * 1024 ** 3),
  ]).toEqual(['0.1 ק״ב', '0.9 ק״ב', '340 ק״ב', '1.4 מ״ב', '74 ג״ב'])
})

import { expect, test } from 'vitest'
import { StorageError } from './errors.ts'
import { readBucketName, readKey, readPrefix } from './keys.ts'

test.each([
  'a.png',
  'משפחת כהן/חוזה חתום.pdf',
  'דו״ח מס׳ 3.pdf',
  'בית־ספר.jpg',
  'עִברִית.txt',
  "it's (1) & 2 $=@;:+,?!.txt",
])('%s is a valid key', (key) => {
  expect(readKey(key)).toBe(key.normalize('NFC'))
})

test('canonically equivalent Unicode spellings are one key', () => {
  expect(readKey('cafe\u0301.png')).toBe(readKey('caf\u00e9.png'))
})

test.each([
  '',
  '/a',
  'a/',
  'a//b',
  '../a',
  'a/../b',
  'a/./b',
  '..',
  'a\\b',
  'a\u0000b',
  'a\nb',
  'gpj.\u202eexe',
  'a\u200bb',
  'a\u034fb',
  'a\ufe0fb',
  'a\u3164b',
  'a%2fb',
  'x'.repeat(1025),
  'א'.repeat(513),
])('%j is an invalid key', (key) => {
  expect(() => readKey(key)).toThrow(StorageError)
})

test('a bucket name with a slash, a control character or more than 100 characters is refused', () => {
  expect(readBucketName('לוגו')).toBe('לוגו')
  for (const name of ['', ' a', 'a/b', '..', 'a'.repeat(101), 'a\u0000'])
    expect(() => readBucketName(name)).toThrow(StorageError)
})

test('a folder is a prefix of its keys', () => {
  expect(['', '/', 'a', '/a/b/'].map(readPrefix)).toEqual(['', '', 'a/', 'a/b/'])
})

import { expect, test } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

const bare = { ctrlKey: false, metaKey: false, altKey: false }

test('Ctrl+K and ⌘K find, also on a Hebrew keyboard and while writing', () => {
  expect(shortcutOf({ ...bare, key: 'k', code: 'KeyK', ctrlKey: true }, false)).toBe('find')
  expect(shortcutOf({ ...bare, key: 'ל', code: 'KeyK', metaKey: true }, true)).toBe('find')
})

test('? shows the keys, but not to somebody who is writing a question', () => {
  expect(shortcutOf({ ...bare, key: '?', code: 'Slash' }, false)).toBe('help')
  expect(shortcutOf({ ...bare, key: '?', code: 'Slash' }, true)).toBeUndefined()
})

test('a plain letter is only a letter', () => {
  expect(shortcutOf({ ...bare, key: 'k', code: 'KeyK' }, false)).toBeUndefined()
})

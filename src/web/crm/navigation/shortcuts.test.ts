import { expect, test } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

const bare = { ctrlKey: false, metaKey: false, altKey: false }

test('Ctrl+K and ⌘K open the command palette, also on a Hebrew layout and in text fields', () => {
  expect(shortcutOf({ ...bare, key: 'k', code: 'KeyK', ctrlKey: true }, false)).toBe('find')
  expect(shortcutOf({ ...bare, key: 'ל', code: 'KeyK', metaKey: true }, true)).toBe('find')
})

test('? opens the shortcut help, but not while typing in a text field', () => {
  expect(shortcutOf({ ...bare, key: '?', code: 'Slash' }, false)).toBe('help')
  expect(shortcutOf({ ...bare, key: '?', code: 'Slash' }, true)).toBeUndefined()
})

test('Alt+N opens a new opportunity, also on a Hebrew layout and in text fields', () => {
  expect(shortcutOf({ ...bare, key: 'מ', code: 'KeyN', altKey: true }, true)).toBe('new-opportunity')
  expect(shortcutOf({ ...bare, key: 'n', code: 'KeyN', altKey: true, ctrlKey: true }, false)).toBeUndefined()
})

test('a letter without a modifier is not a shortcut', () => {
  expect(shortcutOf({ ...bare, key: 'k', code: 'KeyK' }, false)).toBeUndefined()
})

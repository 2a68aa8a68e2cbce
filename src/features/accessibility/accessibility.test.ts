import { expect, test } from 'vitest'
import { defaultSettings, readSettings } from './accessibility.ts'

test('a first visit, and a store that holds nonsense, give the defaults', () => {
  expect(readSettings(null)).toEqual(defaultSettings)
  expect(readSettings('not json')).toEqual(defaultSettings)
  expect(readSettings('"a string"')).toEqual(defaultSettings)
  expect(readSettings('{"fontScale": 40, "contrast": "blue", "strongFocus": "yes"}')).toEqual(defaultSettings)
})

test('what was chosen is laid over the defaults', () => {
  expect(readSettings('{"fontScale": 1.4, "contrast": "high", "largeTargets": true}')).toEqual({
    ...defaultSettings,
    fontScale: 1.4,
    contrast: 'high',
    largeTargets: true,
  })
})

import { expect, test } from 'vitest'
import { applySettings, defaultSettings, readSettings, stepScale } from './accessibility.ts'

test('a missing or invalid stored value gives the default settings', () => {
  expect(readSettings(null)).toEqual(defaultSettings)
  expect(readSettings('not json')).toEqual(defaultSettings)
  expect(readSettings('"a string"')).toEqual(defaultSettings)
  expect(readSettings('{"fontScale": 40, "contrast": "blue", "strongFocus": "yes"}')).toEqual(defaultSettings)
})

// spec §3
test('the default settings match the specification', () => {
  expect(defaultSettings).toEqual({
    fontScale: 1,
    contrast: 'normal',
    highlightLinks: false,
    strongFocus: false,
    reduceMotion: false,
    largeTargets: false,
  })
})

test('stored settings override the defaults', () => {
  expect(readSettings('{"fontScale": 1.4, "contrast": "high", "largeTargets": true}')).toEqual({
    ...defaultSettings,
    fontScale: 1.4,
    contrast: 'high',
    largeTargets: true,
  })
})

// spec §4 and §9
test('the font scale moves through its four steps and stops at both ends', () => {
  expect([1, 1.2, 1.4, 1.6].map((scale) => stepScale(scale, 1))).toEqual([1.2, 1.4, 1.6, 1.6])
  expect([1, 1.2, 1.4, 1.6].map((scale) => stepScale(scale, -1))).toEqual([1, 1, 1.2, 1.4])
})

test('every setting toggles a class on the root element, and the font scale is a CSS variable', () => {
  const classes = new Set(['a11y-contrast-high', 'another'])
  const variables: Record<string, string> = {}
  const root = {
    style: { setProperty: (name: string, value: string) => (variables[name] = value) },
    classList: { toggle: (name: string, on: boolean) => (on ? classes.add(name) : classes.delete(name)) },
  } as unknown as HTMLElement
  const all = { highlightLinks: true, strongFocus: true, reduceMotion: true, largeTargets: true }
  applySettings(root, { ...all, fontScale: 1.4, contrast: 'invert' })
  expect(variables).toEqual({ '--a11y-font-scale': '1.4' })
  expect([...classes].toSorted()).toEqual([
    'a11y-contrast-invert',
    'a11y-highlight-links',
    'a11y-large-targets',
    'a11y-reduce-motion',
    'a11y-strong-focus',
    'another',
  ])
  applySettings(root, defaultSettings)
  expect([...classes]).toEqual(['another'])
})

test.each(['[]', '7', 'true', 'null', '{"__proto__": {"fontScale": 1.6}}', '{"fontScale": "1.4"}', '\u0000', '{'])(
  'an invalid stored value gives the defaults: %s',
  (stored) => {
    expect(readSettings(stored)).toEqual(defaultSettings)
  },
)

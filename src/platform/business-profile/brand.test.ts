import { expect, test } from 'vitest'
import { brandVariables, logoFor, darkenForWhiteText } from './brand.ts'

test('three colours become three CSS variables', () => {
  expect(brandVariables({ primary: '#0c5a55', secondary: '#14363C', accent: '#f0a63a' })).toEqual({
    '--brand-primary': '#0c5a55',
    '--brand-secondary': '#14363C',
    '--brand-accent': '#f0a63a',
  })
})

test('an invalid colour is ignored, and no profile changes nothing', () => {
  expect(brandVariables({ primary: 'red;}body{display:none', accent: '#f0a63a' })).toEqual({
    '--brand-accent': '#f0a63a',
  })
  expect(brandVariables(null)).toEqual({})
})

test('a dark background gets the dark logo, or the general logo if there is none', () => {
  const logos = { logo_url: 'general', logo_light_url: 'light', logo_dark_url: 'dark' }
  expect(logoFor(logos, true)).toBe('dark')
  expect(logoFor(logos, false)).toBe('light')
  expect(logoFor({ ...logos, logo_dark_url: null }, true)).toBe('general')
  expect(logoFor({ logo_url: null, logo_light_url: null, logo_dark_url: null }, false)).toBeUndefined()
})

test('a colour too light for white text is darkened, and any other colour is unchanged', () => {
  expect(darkenForWhiteText('#0c5a55')).toBe('#0c5a55')
  expect(darkenForWhiteText('#ffff00')).toBe('#717100')
  expect(darkenForWhiteText('#ffffff')).toMatch(/^#([0-9a-f]{2})\1\1$/)
})

import { expect, test } from 'vitest'
import { brandVariables, logoFor } from './brand.ts'

test('three colours become three variables', () => {
  expect(brandVariables({ primary: '#0c5a55', secondary: '#14363C', accent: '#f0a63a' })).toEqual({
    '--brand-primary': '#0c5a55',
    '--brand-secondary': '#14363C',
    '--brand-accent': '#f0a63a',
  })
})

test('what is no colour is left out, and no profile changes nothing', () => {
  expect(brandVariables({ primary: 'red;}body{display:none', accent: '#f0a63a' })).toEqual({
    '--brand-accent': '#f0a63a',
  })
  expect(brandVariables(null)).toEqual({})
})

test('on a dark ground the dark logo is shown, without one the general logo', () => {
  const logos = { logo_url: 'general', logo_light_url: 'light', logo_dark_url: 'dark' }
  expect(logoFor(logos, true)).toBe('dark')
  expect(logoFor(logos, false)).toBe('light')
  expect(logoFor({ ...logos, logo_dark_url: null }, true)).toBe('general')
  expect(logoFor({ logo_url: null, logo_light_url: null, logo_dark_url: null }, false)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { changedSince, changesOf, isSame } from './profile-changes.ts'

const seen = { phone: '03-0000000', mobile: null, brand_colors: { primary: '#0c5a55', accent: '#f0a63a' }, socials: {} }

test('only changed columns are sent', () => {
  expect(changesOf(seen, { ...seen, phone: '03-0000001', mobile: null })).toEqual({ phone: '03-0000001' })
  expect(changesOf(seen, seen)).toEqual({})
})

test('key order does not make colours differ', () => {
  expect(isSame(seen.brand_colors, { accent: '#f0a63a', primary: '#0c5a55' })).toBe(true)
  expect(isSame(null, undefined)).toBe(true)
  expect(isSame(seen.brand_colors, null)).toBe(false)
})

test('concurrent changes are listed by field label', () => {
  const now = { ...seen, phone: null, socials: { x: 'https://x.com/bayit' } }
  expect(changedSince(seen, now, ['phone', 'mobile', 'socials'])).toEqual([
    { column: 'phone', label: 'טלפון', value: '–' },
    { column: 'socials', label: 'רשתות חברתיות', value: 'https://x.com/bayit' },
  ])
})

import { expect, test } from 'vitest'
import { channelsOf, contrast } from './contrast.ts'

test('contrast matches WCAG and is symmetric', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBe(21)
  expect(contrast(channelsOf('#0c5a55'), channelsOf('#ffffff'))).toBeCloseTo(8.04, 1)
  expect(contrast(channelsOf('#ffffff'), channelsOf('#0c5a55'))).toBeCloseTo(8.04, 1)
  expect(contrast(channelsOf('#777777'), channelsOf('#ffffff'))).toBeLessThan(4.5)
  expect(contrast(channelsOf('#767676'), channelsOf('#ffffff'))).toBeGreaterThan(4.5)
})

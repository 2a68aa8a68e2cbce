import { expect, test } from 'vitest'
import { banMs } from './ban-duration.ts'

test.each([
  ['none', 0],
  ['0', 0],
  ['0s', 0],
  ['300ms', 300],
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['.5s', 500],
  ['1.s', 1000],
  ['+2m', 120_000],
  ['-1m', -60_000],
  ['876000h', 876_000 * 3_600_000],
  ['2µs', 0.002],
])('the ban duration %s is parsed to %d ms', (text, ms) => {
  expect(banMs(text)).toBeCloseTo(ms, 6)
})

test.each([
  '',
  'h',
  '1',
  '1d',
  'forever',
  '1h ',
  ' 1h',
  '1h-1m',
  '--1h',
  '1e9h',
  '9999999h',
  '\u0000',
  `${'1s'.repeat(5000)}`,
])('%j is refused as a ban duration', (text) => {
  expect(() => banMs(text)).toThrow('invalid format for ban duration')
})

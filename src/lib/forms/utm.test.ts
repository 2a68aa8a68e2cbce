import { expect, test } from 'vitest'
import { utmOf } from './utm.ts'

test.each([
  ['https://site.test/ninja', {}],
  [
    'https://site.test/ninja?utm_source=facebook&utm_campaign=%D7%A1%D7%AA%D7%99%D7%95&x=1',
    { utm_source: 'facebook', utm_campaign: 'סתיו' },
  ],
  ['https://site.test/?utm_source=', {}],
  [`https://site.test/?utm_source=${'a'.repeat(300)}`, { utm_source: 'a'.repeat(100) }],
  ['https://site.test/?utm_source=a%E2%80%AEb', { utm_source: 'ab' }],
  ['malformed input', {}],
  [undefined, {}],
])('the utm parameters of %s are parsed', (address, campaign) => {
  expect(utmOf(address)).toEqual(campaign)
})

import { expect, test } from 'vitest'
import { parseSpf } from './parse-spf.ts'

test('mechanisms are parsed with qualifier, domain, address and prefix lengths', () => {
  expect(
    parseSpf(
      'v=spf1 a mx/24 a:Mail.Example.com/24//64 ip4:192.0.2.0/24 ip6:2001:db8::/32 ?include:_spf.example.com -all',
    ),
  ).toEqual({
    terms: [
      { qualifier: '+', kind: 'a', value: '' },
      { qualifier: '+', kind: 'mx', value: '', bits4: 24 },
      { qualifier: '+', kind: 'a', value: 'mail.example.com', bits4: 24, bits6: 64 },
      { qualifier: '+', kind: 'ip4', value: '192.0.2.0', bits4: 24 },
      { qualifier: '+', kind: 'ip6', value: '2001:db8::', bits6: 32 },
      { qualifier: '?', kind: 'include', value: '_spf.example.com' },
      { qualifier: '-', kind: 'all', value: '' },
    ],
  })
})

test('a redirect is parsed, and an unknown modifier is ignored', () => {
  expect(parseSpf('v=spf1 redirect=_spf.example.com exp=why.example.com x-note=1')).toEqual({
    terms: [],
    redirect: '_spf.example.com',
  })
})

test.each([
  'v=spf1 include -all',
  'v=spf1 ip4:300.0.0.1 -all',
  'v=spf1 ip4:192.0.2.0/33 -all',
  'v=spf1 ip6:192.0.2.1 -all',
  'v=spf1 all:example.com',
  'v=spf1 a/x ~all',
  'v=spf1 includes:example.com ~all',
  'v=spf1 redirect=a.example redirect=b.example',
])('%s is invalid', (record) => {
  expect(parseSpf(record)).toBeUndefined()
})

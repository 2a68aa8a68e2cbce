import { expect, test } from 'vitest'
import { clientIpOf } from './client-ip.ts'
import { rateLimitKey, createRateLimit } from './rate-limit.ts'

test('a bucket allows its burst, then its refill rate, per key', () => {
  const limit = createRateLimit({ burst: 3, refillMs: 3000 })
  const takes = (key: string, at: number) => limit.take(key, at)
  expect([0, 0, 0, 0].map((at) => takes('a', at))).toEqual([true, true, true, false])
  expect(takes('b', 0)).toBe(true)
  expect(takes('a', 999)).toBe(false)
  expect(takes('a', 1001)).toBe(true)
  expect(takes('a', 1002)).toBe(false)
  expect([60_000, 60_000, 60_000, 60_000].map((at) => takes('a', at))).toEqual([true, true, true, false])
})

test('a clock that is set back by an hour neither removes tokens nor slows the refill', () => {
  const limit = createRateLimit({ burst: 3, refillMs: 3000 })
  const [ahead, corrected] = [3_600_000, 0]
  expect(limit.take('a', ahead)).toBe(true)
  expect([0, 0, 0].map(() => limit.take('a', corrected))).toEqual([true, true, false])
  expect(limit.take('a', corrected + 1001)).toBe(true)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
  ['2001:db8:0:1:bbbb:0:0:2', '2001:db8:0:1::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['127.0.0.1', undefined],
  ['::ffff:127.0.0.1', undefined],
  ['::1', undefined],
])('a client at %s is counted as %s', (ip, client) => {
  expect(rateLimitKey(ip, false)).toBe(client)
})

test('with a proxy header loopback addresses are counted too', () => {
  expect(rateLimitKey('127.0.0.1', true)).toBe('127.0.0.1')
})

test('a client cannot evade the limit by forging proxy header entries', () => {
  const from = (value: string) =>
    clientIpOf({ headers: { 'x-forwarded-for': value }, ip: '10.0.0.1' }, 'X-Forwarded-For')
  expect(from('203.0.113.7')).toBe('203.0.113.7')
  expect(from('1.2.3.4, 203.0.113.7')).toBe('203.0.113.7')
  expect(from('')).toBe('10.0.0.1')
})

test.each(['127.0.0.1', '::1', '10.0.0.1', '172.18.0.1', '::ffff:192.168.1.4', 'fd00::4'])(
  'the header of a proxy at %s determines the client address',
  (ip) => expect(clientIpOf({ headers: { 'x-real-ip': '203.0.113.7' }, ip }, 'x-real-ip')).toBe('203.0.113.7'),
)

test.each(['198.51.100.1', '172.32.0.1', '2001:db8::5'])(
  'a client at %s that sends the proxy header is counted by its own address',
  (ip) => expect(clientIpOf({ headers: { 'x-real-ip': '203.0.113.7' }, ip }, 'x-real-ip')).toBe(ip),
)

test('a port in the proxy header is ignored', () => {
  const from = (value: string) => clientIpOf({ headers: { 'x-real-ip': value }, ip: '10.0.0.1' }, 'x-real-ip')
  expect(from('203.0.113.7:51234')).toBe('203.0.113.7')
  expect(from('[2001:db8::1]:51234')).toBe('2001:db8::1')
  expect(from('[2001:db8::1]')).toBe('2001:db8::1')
  expect(from('2001:db8::1')).toBe('2001:db8::1')
})

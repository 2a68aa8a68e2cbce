import { expect, test } from 'vitest'
import { sourceLabels, truncateIp } from './consents.ts'

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1234:5678::1', '2001:db8:1234::/48'],
  ['2001:0db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['localhost', undefined],
])('the IP address %s is truncated to %s', (ip, truncated) => {
  expect(truncateIp(ip)).toBe(truncated)
})

test.each(['contact_request', 'form', 'webinar', 'launch', 'quiz', 'appointment'])(
  'a consent given with the source %s is listed with its Hebrew name',
  (source) => {
    expect(sourceLabels[source]).toMatch(/[א-ת]/)
  },
)

import { expect, test } from 'vitest'
import { type QuietHours, quietUntil, sendTime } from './quiet-hours.ts'

const asSet: QuietHours = {
  quiet_nights: true,
  night_from: '21:00:00',
  night_until: '08:00:00',
  quiet_shabbat: true,
  quiet_holidays: true,
  quiet_memorial: true,
  rest_from: '14:00:00',
  rest_until: '08:00:00',
}
const until = (at: string, more: Partial<QuietHours> = {}) =>
  quietUntil(new Date(at), { ...asSet, ...more })?.toISOString()

test.each([
  ['a Tuesday morning', '2026-11-24T10:00:00+02:00', undefined],
  ['a minute before the night', '2026-11-24T20:59:59+02:00', undefined],
  ['the night', '2026-11-24T21:00:00+02:00', '2026-11-25T08:00:00+02:00'],
  ['after midnight', '2026-11-25T03:00:00+02:00', '2026-11-25T08:00:00+02:00'],
  ['eight in the morning', '2026-11-25T08:00:00+02:00', undefined],
  ['Friday before two', '2026-11-27T13:59:00+02:00', undefined],
  ['Friday from two on', '2026-11-27T14:00:00+02:00', '2026-11-29T08:00:00+02:00'],
  ['Saturday noon', '2026-11-28T12:00:00+02:00', '2026-11-29T08:00:00+02:00'],
  [
    'the eve of the New Year, which comes on a Saturday and a Sunday',
    '2026-09-11T15:00:00+03:00',
    '2026-09-14T08:00:00+03:00',
  ],
  ['the eve of the Day of Atonement', '2026-09-20T16:00:00+03:00', '2026-09-22T08:00:00+03:00'],
  ['the evening before Holocaust Remembrance Day', '2027-05-03T20:00:00+03:00', '2027-05-05T08:00:00+03:00'],
  ['the afternoon before Memorial Day', '2027-05-10T17:00:00+03:00', undefined],
  ['Memorial Day, and Independence Day after it', '2027-05-11T12:00:00+03:00', '2027-05-13T08:00:00+03:00'],
  ['the Saturday after which the clocks go forward', '2027-03-27T12:00:00+03:00', '2027-03-28T08:00:00+03:00'],
  ['the night in which the clocks go forward', '2027-03-26T01:30:00+02:00', '2027-03-26T08:00:00+03:00'],
  ['the Saturday on which the clocks go back', '2026-10-24T12:00:00+03:00', '2026-10-25T08:00:00+02:00'],
])('%s (%s) is quiet until %s', (_, at, end) => {
  expect(until(at)).toBe(end && new Date(end).toISOString())
})

test('rest days that the business has disabled are not quiet', () => {
  expect(until('2026-11-24T23:00:00+02:00', { quiet_nights: false })).toBeUndefined()
  expect(until('2026-11-28T12:00:00+02:00', { quiet_shabbat: false })).toBeUndefined()
  expect(until('2026-09-21T12:00:00+03:00', { quiet_holidays: false })).toBeUndefined()
  expect(until('2027-05-11T15:00:00+03:00', { quiet_memorial: false })).toBe('2027-05-13T05:00:00.000Z')
  expect(until('2027-05-04T12:00:00+03:00', { quiet_memorial: false })).toBeUndefined()
})

test('a rest day that ends during the night is followed by the quiet hours of the night', () => {
  expect(until('2026-11-28T12:00:00+02:00', { rest_until: '05:00' })).toBe('2026-11-29T06:00:00.000Z')
})

test('a closed day of the business is quiet until the next morning, and has no quiet eve', () => {
  const closed = [{ from: '2026-11-24', until: '2026-11-25' }]
  expect(until('2026-11-23T16:00:00+02:00', { closed })).toBeUndefined()
  expect(until('2026-11-24T12:00:00+02:00', { closed })).toBe('2026-11-26T06:00:00.000Z')
  // The Thursday before two closed weeks that end on a Saturday.
  const fortnight = [{ from: '2026-11-26', until: '2026-12-12' }]
  expect(until('2026-11-26T12:00:00+02:00', { closed: fortnight })).toBe('2026-12-13T06:00:00.000Z')
})

test('urgent messages are sent immediately: every confirmation, and a reminder that would otherwise be late', () => {
  const saturday = new Date('2026-11-28T12:00:00+02:00')
  const sunday = new Date('2026-11-29T08:00:00+02:00')
  const at = (purpose: 'transactional' | 'service' | 'marketing', expiresAt?: string) =>
    sendTime(saturday, asSet, { purpose, ...(expiresAt && { expiresAt: new Date(expiresAt) }) })
  expect(at('transactional')).toEqual(saturday)
  expect(at('service')).toEqual(sunday)
  expect(at('service', '2026-11-28T20:00:00+02:00')).toEqual(saturday)
  expect(at('service', '2026-11-29T09:00:00+02:00')).toEqual(sunday)
  expect(at('marketing', '2026-11-28T20:00:00+02:00')).toEqual(sunday)
})

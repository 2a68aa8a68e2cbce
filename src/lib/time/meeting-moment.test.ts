import { expect, test } from 'vitest'
import { meetingMoment } from './meeting-moment.ts'

const at = new Date('2026-03-12T14:30:00Z')

test('a meeting booked from Israel is formatted in Israel time', () => {
  expect(meetingMoment(at, 'Asia/Jerusalem')).toEqual({
    date: 'יום חמישי, 12 במרץ 2026',
    time: '16:30',
    zone: 'שעון ישראל',
  })
})

test('a meeting booked from New York has its local time and the time in Israel, also at a difference of six hours', () => {
  expect(meetingMoment(at, 'America/New_York')).toEqual({
    date: 'יום חמישי, 12 במרץ 2026',
    time: '10:30',
    zone: 'שעון New York; בישראל 16:30',
  })
})

test('the date is formatted in the visitor’s time zone', () => {
  expect(meetingMoment(new Date('2026-03-12T22:30:00Z'), 'America/New_York').date).toBe('יום חמישי, 12 במרץ 2026')
})

test('a zone whose local time equals Israel time is shown as Israel time', () => {
  expect(meetingMoment(at, 'Europe/Athens')).toMatchObject({ time: '16:30', zone: 'שעון ישראל' })
})

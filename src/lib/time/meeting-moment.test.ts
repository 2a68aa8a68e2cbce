import { expect, test } from 'vitest'
import { meetingMoment } from './meeting-moment.ts'

const at = new Date('2026-03-12T14:30:00Z')

test('a meeting booked in Israel is said in its time', () => {
  expect(meetingMoment(at, 'Asia/Jerusalem')).toEqual({
    date: 'יום חמישי, 12 במרץ 2026',
    time: '16:30',
    zone: 'שעון ישראל',
  })
})

test('a meeting booked in New York is said in its time, with the hour in Israel, in the weeks of six hours', () => {
  expect(meetingMoment(at, 'America/New_York')).toEqual({
    date: 'יום חמישי, 12 במרץ 2026',
    time: '10:30',
    zone: 'שעון New York; בישראל 16:30',
  })
})

test('the date is that of the visitor', () => {
  expect(meetingMoment(new Date('2026-03-12T22:30:00Z'), 'America/New_York').date).toBe('יום חמישי, 12 במרץ 2026')
})

test('a zone with the same clock is not named', () => {
  expect(meetingMoment(at, 'Europe/Athens')).toMatchObject({ time: '16:30', zone: 'שעון ישראל' })
})

import { expect, test } from 'vitest'
import { calendarAddresses } from './calendar-addresses.ts'

const meeting = {
  title: 'שיחת היכרות עם הילה',
  startsAt: '2026-11-25T10:00:00+02:00',
  endsAt: '2026-11-25T10:25:00+02:00',
  details: 'פרטים & עוד',
}
const read = (form: Parameters<typeof calendarAddresses>[0]) =>
  calendarAddresses(form).map(({ address }) => {
    const { origin, searchParams } = new URL(address)
    return { origin, ...Object.fromEntries(searchParams) }
  })

test('the URLs of Google and Outlook prefill title, time, place and details', () => {
  expect(read({ ...meeting, place: 'הרצל 1, תל אביב' })).toEqual([
    {
      origin: 'https://calendar.google.com',
      action: 'TEMPLATE',
      text: 'שיחת היכרות עם הילה',
      dates: '20261125T080000Z/20261125T082500Z',
      details: 'פרטים & עוד',
      location: 'הרצל 1, תל אביב',
    },
    {
      origin: 'https://outlook.live.com',
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: 'שיחת היכרות עם הילה',
      startdt: '2026-11-25T10:00:00+02:00',
      enddt: '2026-11-25T10:25:00+02:00',
      body: 'פרטים & עוד',
      location: 'הרצל 1, תל אביב',
    },
  ])
})

test('without a place the URL has no place parameter', () => {
  for (const form of read(meeting)) expect(form).not.toHaveProperty('location')
})

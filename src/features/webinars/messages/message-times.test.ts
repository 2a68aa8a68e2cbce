import { expect, test } from 'vitest'
import { plannedTime } from './message-times.ts'

const webinar = { duration_minutes: 60, replay_enabled: true, replay_hours: 48 }
const start = '2027-01-12T18:30:00Z'
const timeOf = (anchor: string, offset: number, of = webinar) =>
  plannedTime({ anchor, offset_minutes: offset }, of, start)?.toISOString()

test('rules relative to a session have times from its start and its end', () => {
  expect(timeOf('starts', -1440)).toBe('2027-01-11T18:30:00.000Z')
  expect(timeOf('not_in', 0)).toBe('2027-01-12T18:32:00.000Z')
  expect(timeOf('missed', 60)).toBe('2027-01-12T20:30:00.000Z')
})

test('the expiry of a recording is relative to the end of the session', () => {
  expect(timeOf('replay_ends', -240)).toBe('2027-01-14T15:31:00.000Z')
  expect(timeOf('replay_ends', -240, { ...webinar, replay_enabled: false })).toBeUndefined()
})

test('rules that follow an action of a registrant or of the host have no scheduled time', () => {
  for (const anchor of ['registered', 'registered_late', 'waitlisted', 'seated', 'moved', 'answered', 'cancelled'])
    expect(timeOf(anchor, 0)).toBeUndefined()
})

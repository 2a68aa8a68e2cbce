// Short variant of npm run bench -- kill-booking.
import { expect, test } from 'vitest'
import { measureBookingKills } from '../../bench/booking/kill-rounds.ts'
import { bookingKillSteps } from '../../bench/booking/kill-steps.ts'
import { testDatabase } from '../../test/database.ts'

const db = await testDatabase()

const selected = [
  'booking: committed, no answer',
  'event: inserted, no answer',
  'mail: outbox not committed',
  'move: committed, no answer',
  'event: deleted, no answer',
]

test('after a node is killed between database, Google and mail, calendars and attendees match the committed state', async () => {
  const steps = bookingKillSteps.filter(({ name }) => selected.includes(name))
  expect(steps).toHaveLength(selected.length)
  const report = await measureBookingKills(db, steps)
  expect(report).toMatchObject({ deaths: steps.length, unreached: [], wrong: [] })
}, 300_000)

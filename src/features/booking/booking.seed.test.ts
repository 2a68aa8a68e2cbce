import { expect, test } from 'vitest'
import { demoAppointments } from './booking.seed.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'

const team = { owner: 'owner', coach: 'coach' } as never

test.each([0, 1, 2, 3, 4, 5, 6])(
  'a demo that begins on weekday %i has no meeting on a later or earlier Saturday',
  (n) => {
    const now = new Date(`${addDays('2026-11-29', n)}T10:00:00Z`)
    const today = dayOf(now)
    const far = demoAppointments(team, now)
      .map(({ starts_at }) => dayOf(new Date(starts_at)))
      .filter((day) => day !== today && day !== addDays(today, 1))
    expect(far.length).toBeGreaterThan(8)
    expect(far.filter((day) => new Date(day).getUTCDay() === 6)).toEqual([])
  },
)

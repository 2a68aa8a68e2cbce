import { expect, test } from 'vitest'
import { boundaryIn, dayIn, instantIn, isTimeZone, minutesIn, minutesOf } from './zoned-time.ts'

const at = (zone: string, day: string, clock: string) => {
  const instant = instantIn(zone, day, minutesOf(clock))
  return instant === undefined ? undefined : new Date(instant).toISOString()
}

test.each([
  ['Asia/Jerusalem', '2026-11-20', '16:05', '2026-11-20T14:05:00.000Z'],
  ['Asia/Jerusalem', '2026-07-01', '00:00', '2026-06-30T21:00:00.000Z'],
  ['Asia/Jerusalem', '2026-03-27', '01:59', '2026-03-26T23:59:00.000Z'],
  ['Asia/Jerusalem', '2026-03-27', '03:00', '2026-03-27T00:00:00.000Z'],
  ['Asia/Jerusalem', '2026-12-31', '24:00', '2026-12-31T22:00:00.000Z'],
  ['America/New_York', '2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
  ['America/New_York', '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
  ['America/St_Johns', '2026-01-15', '12:00', '2026-01-15T15:30:00.000Z'],
  ['Asia/Kathmandu', '2026-01-15', '12:00', '2026-01-15T06:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-15', '00:30', '2026-01-14T10:30:00.000Z'],
  ['UTC', '2026-01-15', '12:00', '2026-01-15T12:00:00.000Z'],
])('in %s on %s it is %s at %s', (zone, day, clock, instant) => {
  expect(at(zone, day, clock)).toBe(instant)
})

test.each([
  ['Asia/Jerusalem', '2026-03-27', '02:00', '02:59', '2026-03-27T00:00:00.000Z'],
  ['America/New_York', '2026-03-08', '02:00', '02:59', '2026-03-08T07:00:00.000Z'],
  ['Europe/London', '2026-03-29', '01:00', '01:59', '2026-03-29T01:00:00.000Z'],
  ['Africa/Cairo', '2026-04-24', '00:00', '00:59', '2026-04-23T22:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-10-04', '02:00', '02:29', '2026-10-03T15:30:00.000Z'],
])(
  'in %s on %s the times %s to %s are skipped, and a window boundary there is the change',
  (zone, day, first, last, change) => {
    for (const clock of [first, last]) {
      expect(at(zone, day, clock)).toBeUndefined()
      expect(new Date(boundaryIn(zone, day, minutesOf(clock))).toISOString()).toBe(change)
    }
    expect(at(zone, day, first === '00:00' ? '24:00' : '00:00')).toBeDefined()
    expect(instantIn(zone, day, minutesOf(first) - 1)).toBe(Date.parse(change) - 60_000)
    expect(instantIn(zone, day, minutesOf(last) + 1)).toBe(Date.parse(change))
  },
)

test.each([
  ['Asia/Jerusalem', '2026-10-25', '01:00', '2026-10-24T22:00:00.000Z'],
  ['Asia/Jerusalem', '2026-10-25', '01:59', '2026-10-24T22:59:00.000Z'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
  ['Europe/London', '2026-10-25', '01:30', '2026-10-25T00:30:00.000Z'],
])('in %s on %s the repeated %s is the first one, %s', (zone, day, clock, instant) => {
  expect(at(zone, day, clock)).toBe(instant)
})

test('the hour after a repeated one is two hours after its first occurrence', () => {
  expect(at('Asia/Jerusalem', '2026-10-25', '02:00')).toBe('2026-10-25T00:00:00.000Z')
})

test('New York is six hours behind Israel from 8 to 26 March 2026, and seven before and after', () => {
  const behind = (day: string) =>
    (instantIn('America/New_York', day, 12 * 60)! - instantIn('Asia/Jerusalem', day, 12 * 60)!) / 3_600_000
  expect(['2026-03-07', '2026-03-08', '2026-03-26', '2026-03-27'].map(behind)).toEqual([7, 6, 6, 7])
})

test('an instant is converted to the local day and minutes of a zone', () => {
  const instant = Date.parse('2026-10-24T22:30:00Z')
  expect([dayIn('Asia/Jerusalem', instant), minutesIn('Asia/Jerusalem', instant)]).toEqual(['2026-10-25', 90])
  expect([dayIn('Asia/Jerusalem', instant + 3_600_000), minutesIn('Asia/Jerusalem', instant + 3_600_000)]).toEqual([
    '2026-10-25',
    90,
  ])
  expect([dayIn('America/New_York', instant), minutesIn('America/New_York', instant)]).toEqual([
    '2026-10-24',
    18 * 60 + 30,
  ])
})

test('every hour of a year is converted to local time and back, in zones of all kinds', () => {
  const zones = ['Asia/Jerusalem', 'America/New_York', 'Europe/London', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC']
  for (const zone of zones) {
    const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    for (let hour = 0; hour < 366 * 24; hour++) {
      const instant = Date.UTC(2026, 0, 1) + hour * 3_600_000
      const [day, minutes] = [dayIn(zone, instant), minutesIn(zone, instant)]
      const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
      if (`${day} ${clock}` !== shown.format(instant)) expect(`${day} ${clock}`).toBe(shown.format(instant))
      const back = instantIn(zone, day, minutes)!
      // The second occurrence of a repeated local time is converted back to the first.
      if (back !== instant) expect(shown.format(back)).toBe(shown.format(instant))
      expect(back).toBeLessThanOrEqual(instant)
    }
  }
})

test('an unknown zone is detected', () => {
  expect(isTimeZone('Asia/Jerusalem')).toBe(true)
  expect(isTimeZone('Asia/Yerushalayim')).toBe(false)
  expect(isTimeZone('')).toBe(false)
})

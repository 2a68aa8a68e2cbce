import { expect, test } from 'vitest'
import { snoozeOptions, snoozeTo } from './snooze.ts'

const texts = (now: string) => snoozeOptions(new Date(now)).map(({ text }) => text)

test('the options are an hour, tomorrow, next Sunday and a week from now, without duplicate dates', () => {
  expect(texts('2026-11-24T10:00:00Z')).toEqual(['בעוד שעה', 'מחר', 'ביום ראשון', 'בעוד שבוע'])
  // On a Sunday, a week from now is the next Sunday; on a Saturday, tomorrow is.
  expect(texts('2026-11-22T10:00:00Z')).toEqual(['בעוד שעה', 'מחר', 'ביום ראשון'])
  expect(texts('2026-11-28T10:00:00Z')).toEqual(['בעוד שעה', 'מחר', 'בעוד שבוע'])
})

test('late in the evening the one-hour option is omitted, because it would be after midnight', () => {
  expect(texts('2026-11-24T21:30:00Z')).not.toContain('בעוד שעה')
})

test('a task keeps its local time in Israel across a daylight saving change', () => {
  // Daylight saving time ends between Saturday and Sunday.
  const sunday = snoozeOptions(new Date('2026-10-23T08:00:00Z')).find(({ text }) => text === 'ביום ראשון')!
  expect(snoozeTo(sunday, { due_at: '2026-10-23T13:30:00Z' })).toEqual({
    due_date: '2026-10-25',
    due_at: '2026-10-25T14:30:00.000Z',
  })
  expect(snoozeTo(sunday, { due_at: null })).toEqual({ due_date: '2026-10-25', due_at: null })
})

test('the one-hour option is rounded up to five minutes', () => {
  const hour = snoozeOptions(new Date('2026-11-24T10:02:10Z'))[0]!
  expect(snoozeTo(hour, { due_at: null })).toEqual({ due_date: '2026-11-24', due_at: '2026-11-24T11:05:00.000Z' })
})

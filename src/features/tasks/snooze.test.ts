import { expect, test } from 'vitest'
import { laterChoices, putOffTo } from './snooze.ts'

const texts = (now: string) => laterChoices(new Date(now)).map(({ text }) => text)

test('later is an hour, tomorrow, the coming Sunday or a week from now, without saying the same day twice', () => {
  expect(texts('2026-11-24T10:00:00Z')).toEqual(['בעוד שעה', 'מחר', 'ביום ראשון', 'בעוד שבוע'])
  // On a Sunday a week from now is the next Sunday; on a Saturday tomorrow is.
  expect(texts('2026-11-22T10:00:00Z')).toEqual(['בעוד שעה', 'מחר', 'ביום ראשון'])
  expect(texts('2026-11-28T10:00:00Z')).toEqual(['בעוד שעה', 'מחר', 'בעוד שבוע'])
})

test('late in the evening an hour from now is another day and is not offered', () => {
  expect(texts('2026-11-24T21:30:00Z')).not.toContain('בעוד שעה')
})

test('a promised hour stays that hour of the clocks in Israel, also when they change in between', () => {
  // The clocks go back between Saturday and Sunday.
  const sunday = laterChoices(new Date('2026-10-23T08:00:00Z')).find(({ text }) => text === 'ביום ראשון')!
  expect(putOffTo(sunday, { due_at: '2026-10-23T13:30:00Z' })).toEqual({
    due_date: '2026-10-25',
    due_at: '2026-10-25T14:30:00.000Z',
  })
  expect(putOffTo(sunday, { due_at: null })).toEqual({ due_date: '2026-10-25', due_at: null })
})

test('in an hour means at that hour, on a five minute mark', () => {
  const hour = laterChoices(new Date('2026-11-24T10:02:10Z'))[0]!
  expect(putOffTo(hour, { due_at: null })).toEqual({ due_date: '2026-11-24', due_at: '2026-11-24T11:05:00.000Z' })
})

import { expect, test } from 'vitest'
import { instantAt } from '#lib/time/dates.ts'
import { isRestAt, noteNameOf, restNameOf, scheduleNotes } from './schedule-notes.ts'

test('Shabbat and holidays are rest days, and eves and memorial days are named', () => {
  expect(restNameOf('2026-11-28')).toBe('שבת')
  expect(restNameOf('2026-09-21')).toBe('יום כיפור')
  expect(restNameOf('2026-11-24')).toBeUndefined()
  expect(noteNameOf('2026-09-20')).toBe('ערב יום כיפור')
  expect(noteNameOf('2026-04-21')).toBe('יום הזיכרון')
  expect(noteNameOf('2026-11-27')).toBe('ערב שבת')
})

test('an eve is unsuitable only from the afternoon on', () => {
  expect(scheduleNotes('2026-11-27', '10:00', 60, [])).toEqual([])
  expect(scheduleNotes('2026-11-27', '20:30', 60, [])).toEqual(['ערב שבת, אחרי הצהריים'])
  expect(scheduleNotes('2026-11-28', '', 60, [])).toEqual(['היום הזה הוא שבת. רוב הקהל לא יגיע'])
})

// Friday of Chol HaMoed Pesach, Hoshana Raba, and Purim on a Friday.
test.each([
  ['2027-04-23', 'ערב שבת'],
  ['2027-10-22', 'ערב שמחת תורה'],
  ['2025-03-14', 'ערב שבת'],
])('the afternoon of %s is treated as an eve, although the day has its own name', (day, name) => {
  expect(noteNameOf(day)).not.toMatch(/^ערב/)
  expect([isRestAt(instantAt(day, '13:45')), isRestAt(instantAt(day, '14:00'))]).toEqual([false, true])
  expect(scheduleNotes(day, '13:45', 60, [])).toEqual([])
  expect(scheduleNotes(day, '14:00', 60, [])).toEqual([`${name}, אחרי הצהריים`])
})

test('another webinar at an overlapping time is a conflict, an earlier one that has ended is not', () => {
  const at = (starts: string) => [{ starts_at: starts, minutes: 60, title: 'הבדיקה השנתית' }]
  const evening = (others: ReturnType<typeof at>) => scheduleNotes('2026-11-24', '20:30', 60, others)
  expect(evening(at('2026-11-24T19:00:00Z'))).toEqual(['באותו זמן מתקיימת ״הבדיקה השנתית״'])
  expect(evening(at('2026-11-24T17:30:00Z'))).toEqual([])
  expect(evening(at('2026-11-24T19:30:00Z'))).toEqual([])
})

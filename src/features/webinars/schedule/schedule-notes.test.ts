import { expect, test } from 'vitest'
import { noteNameOf, restNameOf, scheduleNotes } from './schedule-notes.ts'

test('Shabbat and holidays are rest days, and eves and memorial days are named', () => {
  expect(restNameOf('2026-11-28')).toBe('שבת')
  expect(restNameOf('2026-09-21')).toBe('יום כיפור')
  expect(restNameOf('2026-11-24')).toBeUndefined()
  expect(noteNameOf('2026-09-20')).toBe('ערב יום כיפור')
  expect(noteNameOf('2026-04-21')).toBe('יום הזיכרון')
  expect(noteNameOf('2026-11-27')).toBe('ערב שבת')
})

test('an eve is a poor time only from the afternoon on', () => {
  expect(scheduleNotes('2026-11-27', '10:00', 60, [])).toEqual([])
  expect(scheduleNotes('2026-11-27', '20:30', 60, [])).toEqual(['ערב שבת, אחרי הצהריים'])
  expect(scheduleNotes('2026-11-28', '', 60, [])).toEqual(['היום הזה הוא שבת. רוב הקהל לא יגיע'])
})

test('another webinar at an overlapping time is a conflict, one that ends before is not', () => {
  const at = (starts: string) => [{ starts_at: starts, minutes: 60, title: 'הבדיקה השנתית' }]
  const evening = (others: ReturnType<typeof at>) => scheduleNotes('2026-11-24', '20:30', 60, others)
  expect(evening(at('2026-11-24T19:00:00Z'))).toEqual(['באותו זמן מתקיימת ״הבדיקה השנתית״'])
  expect(evening(at('2026-11-24T17:30:00Z'))).toEqual([])
  expect(evening(at('2026-11-24T19:30:00Z'))).toEqual([])
})

import { expect, test } from 'vitest'
import { textOf } from '../../../../test/rendered-html.ts'
import { awayNotes } from './away-notes.ts'

const noted = (startsAt: string, endsAt: string) => {
  const [only] = awayNotes([{ startsAt, endsAt, note: 'חופשה' }])
  return { ...only!, text: textOf(only!.text) }
}

test('full days off are formatted as a date range in Israel time', () => {
  expect(noted('2026-12-02T22:00:00Z', '2026-12-10T22:00:00Z')).toEqual({
    months: ['2026-12'],
    text: 'אין שעות ב־3–10 בדצמבר: חופשה',
  })
  expect(noted('2026-12-02T22:00:00Z', '2026-12-03T22:00:00Z').text).toBe('אין שעות ב־3 בדצמבר: חופשה')
})

test('time off across months is noted in each month', () => {
  const { months, text } = noted('2026-11-29T22:00:00Z', '2027-01-02T22:00:00Z')
  expect(months).toEqual(['2026-11', '2026-12', '2027-01'])
  expect(text).toBe('אין שעות ב־30 בנובמבר עד 2 בינואר: חופשה')
})

test('time off for part of a day is formatted with its hours', () => {
  expect(noted('2026-12-03T08:00:00Z', '2026-12-03T10:30:00Z').text).toBe('אין שעות ב־3 בדצמבר, 10:00–12:30: חופשה')
})

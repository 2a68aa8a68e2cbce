import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const entry = {
  uid: 'root@example.com',
  sequence: 2,
  title: 'שיחת היכרות; תקציב, יחד',
  description: 'שורה ראשונה\nשורה שנייה',
  place: 'הרצל 1, חיפה',
  url: 'https://meet.example/abc',
  startsAt: '2026-11-29T08:00:00.000Z',
  endsAt: '2026-11-29T08:45:00.000Z',
  changedAt: '2026-11-25T10:00:00.000Z',
  isCancelled: false,
  isTentative: false,
}
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

test('the file has UTC times, escaped texts, and the UID and sequence of the change', () => {
  const lines = unfolded(calendarFile(entry))
  expect(lines).toContain('UID:root@example.com')
  expect(lines).toContain('SEQUENCE:2')
  expect(lines).toContain('DTSTART:20261129T080000Z')
  expect(lines).toContain('DTEND:20261129T084500Z')
  expect(lines).toContain(String.raw`SUMMARY:שיחת היכרות\; תקציב\, יחד`)
  expect(lines).toContain(String.raw`DESCRIPTION:שורה ראשונה\nשורה שנייה`)
  expect(lines).toContain('STATUS:CONFIRMED')
})

test('a cancelled appointment has METHOD:CANCEL, and an unapproved one is tentative', () => {
  const cancelled = unfolded(calendarFile({ ...entry, isCancelled: true }))
  expect(cancelled).toContain('METHOD:CANCEL')
  expect(cancelled).toContain('STATUS:CANCELLED')
  expect(unfolded(calendarFile({ ...entry, isTentative: true }))).toContain('STATUS:TENTATIVE')
})

test('lines are folded at 75 bytes without splitting a character', () => {
  const file = calendarFile({ ...entry, title: 'פגישה '.repeat(60) })
  const lines = file.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(unfolded(file)).toContain(`SUMMARY:${'פגישה '.repeat(60)}`)
})

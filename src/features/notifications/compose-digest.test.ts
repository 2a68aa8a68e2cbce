import { expect, test } from 'vitest'
import { composeDigest, digestDay } from './compose-digest.ts'

const due = (
  at: string,
  zone = 'Asia/Jerusalem',
  lastDay: string | null = null,
  closed: { from: string; until: string }[] = [],
) => digestDay(new Date(at), zone, { lastDay, closed })

test("a digest is due once a day from 8:00 in the user's zone", () => {
  expect(due('2026-11-23T05:59:00Z')).toBeUndefined()
  expect(due('2026-11-23T06:00:00Z')).toBe('2026-11-23')
  expect(due('2026-11-23T06:15:00Z', 'Asia/Jerusalem', '2026-11-23')).toBeUndefined()
  expect(due('2026-11-23T18:00:00Z')).toBeUndefined()
  // 8:00 in New York is 15:00 in Israel.
  expect(due('2026-11-23T12:59:00Z', 'America/New_York')).toBeUndefined()
  expect(due('2026-11-23T13:00:00Z', 'America/New_York')).toBe('2026-11-23')
  expect(due('2026-11-23T06:00:00Z', 'Nowhere/Land')).toBe('2026-11-23')
})

test('a DST change shifts the digest by an hour of UTC', () => {
  expect(due('2026-10-22T05:00:00Z')).toBe('2026-10-22')
  expect(due('2026-10-25T05:00:00Z')).toBeUndefined()
  expect(due('2026-10-25T06:00:00Z')).toBe('2026-10-25')
})

test('no digest is sent on Friday, Saturday, a holiday or a closed day', () => {
  expect(due('2026-11-27T08:00:00Z')).toBeUndefined()
  expect(due('2026-11-28T08:00:00Z')).toBeUndefined()
  expect(due('2026-11-28T14:00:00Z', 'America/New_York')).toBeUndefined()
  expect(due('2026-09-21T08:00:00Z')).toBeUndefined() // Yom Kippur
  expect(
    due('2026-11-24T08:00:00Z', 'Asia/Jerusalem', null, [{ from: '2026-11-24', until: '2026-11-25' }]),
  ).toBeUndefined()
  expect(due('2026-11-26T08:00:00Z', 'Asia/Jerusalem', null, [{ from: '2026-11-24', until: '2026-11-25' }])).toBe(
    '2026-11-26',
  )
})

test('the digest lists notifications and tasks, one line each, and counts those beyond the limit', () => {
  const notices = [
    { title: 'פנייה חדשה', message: 'נועה\nלוי' },
    ...Array.from({ length: 13 }, (_, i) => ({ title: `התראה ${i}`, message: '' })),
  ]
  const { digestSummary, digestNotices } = composeDigest(notices, [
    { name: 'להתקשר', isOverdue: false },
    { name: 'לכתוב', isOverdue: true },
  ])
  expect(digestSummary).toBe('14 התראות, שתי משימות')
  const lines = digestNotices.split('\n')
  expect(lines.slice(0, 3)).toEqual(['מה חדש:', 'פנייה חדשה: נועה לוי', 'התראה 0'])
  expect(lines.slice(13)).toEqual(['ועוד 2', '', 'משימות להיום:', 'להתקשר', '', 'משימות שהמועד שלהן עבר:', 'לכתוב'])
})

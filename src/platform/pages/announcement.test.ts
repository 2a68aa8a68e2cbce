import { expect, test } from 'vitest'
import { isShownAt } from './announcement.ts'

// Israel is UTC+2 in winter, UTC+3 in summer.
test.each([
  ['without dates it is always shown', '', '', '2026-01-10T12:00:00Z', true, undefined],
  ['before its first day it is hidden', '2026-01-11', '', '2026-01-10T21:59:00Z', false, '2026-01-10T22:00:00.000Z'],
  ['it is shown from midnight of its first day', '2026-01-11', '', '2026-01-10T22:00:00Z', true, undefined],
  [
    'it is shown until midnight of its last day',
    '',
    '2026-01-11',
    '2026-01-11T21:59:00Z',
    true,
    '2026-01-11T22:00:00.000Z',
  ],
  ['after its last day it is hidden', '', '2026-01-11', '2026-01-11T22:00:00Z', false, undefined],
  [
    'in summer a day ends an hour earlier in UTC',
    '',
    '2026-07-01',
    '2026-07-01T20:59:00Z',
    true,
    '2026-07-01T21:00:00.000Z',
  ],
  [
    'between its days the next change is its end',
    '2026-01-01',
    '2026-02-01',
    '2026-01-15T10:00:00Z',
    true,
    '2026-02-01T22:00:00.000Z',
  ],
])('announcement: %s', (_, from, to, now, isShown, holdsUntil) => {
  expect(isShownAt(new Date(now), { from, to })).toEqual({ isShown, ...(holdsUntil && { holdsUntil }) })
})

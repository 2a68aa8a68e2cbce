import { expect, test } from 'vitest'
import { upcomingClosedDays } from './upcoming-closed-days.ts'
import { host } from './host.fixture.ts'

const ahead = (change: Parameters<typeof host>[0], today = '2026-01-01') =>
  upcomingClosedDays(host(change).schedule, today).map(
    ({ from, to, reason, effect }) =>
      `${from.slice(5)} ${to.slice(5)} ${'id' in reason ? reason.id : reason.code} ${effect}`,
  )

test('the next twelve months list every holiday with its effect, consecutive days of one holiday as one entry', () => {
  expect(ahead({})).toEqual([
    '04-01 04-01 pesach_eve short',
    '04-02 04-02 pesach closed',
    '04-03 04-06 pesach_chol_hamoed short',
    '04-07 04-07 pesach_seventh_eve short',
    '04-08 04-08 pesach_seventh closed',
    '04-14 04-14 holocaust_day short',
    '04-21 04-21 memorial_day short',
    '04-22 04-22 independence_day closed',
    '05-21 05-21 shavuot_eve short',
    '05-22 05-22 shavuot closed',
    '09-11 09-11 rosh_hashana_eve short',
    '09-12 09-13 rosh_hashana closed',
    '09-20 09-20 yom_kippur_eve short',
    '09-21 09-21 yom_kippur closed',
    '09-25 09-25 sukkot_eve short',
    '09-26 09-26 sukkot closed',
    '09-27 10-01 sukkot_chol_hamoed short',
    '10-02 10-02 hoshana_raba short',
    '10-03 10-03 simchat_torah closed',
  ])
})

test('twelve months end before the same day of the next year', () => {
  const pesach = ahead({}, '2026-04-02').filter((line) => line.includes(' pesach '))
  expect(pesach).toEqual(['04-02 04-02 pesach closed'])
  expect(ahead({}, '2026-04-23').at(-1)).toBe('04-22 04-22 pesach closed')
})

test('a disabled holiday and a holiday opened by an override are listed as open', () => {
  const lines = ahead({
    policy: { disabled_ids: ['independence_day'], chol_hamoed: 'closed' },
    schedule: { overrides: { '2026-09-28': [{ start: '09:00', end: '12:00' }], '2026-06-01': [] } },
  })
  expect(lines).toContain('04-22 04-22 independence_day open')
  expect(lines.filter((line) => line.includes('sukkot_chol'))).toEqual([
    '09-27 09-27 sukkot_chol_hamoed closed',
    '09-28 09-28 sukkot_chol_hamoed open',
    '09-29 10-01 sukkot_chol_hamoed closed',
  ])
  expect(lines).toContain('06-01 06-01 override_closed closed')
})

test("the business's own closed days are one entry each, also next to a holiday", () => {
  const closedDays = [
    { from: '2026-09-10', to: '2026-09-14', name: 'חופשה' },
    { from: '2025-12-20', to: '2026-01-02', name: 'חנוכה' },
  ]
  const lines = ahead({ schedule: { closedDays } }).filter((line) => line.includes('closed_day'))
  expect(lines).toEqual(['01-01 01-02 closed_day closed', '09-10 09-14 closed_day closed'])
})

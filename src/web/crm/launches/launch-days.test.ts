import { expect, test } from 'vitest'
import { launchDays } from './launch-days.ts'

// Sunday to Sunday, with one Shabbat in between. Israel time is two hours ahead of UTC.
const dates = { start: '2026-11-22T18:00:00Z', opens: '2026-11-26T06:00:00Z', closes: '2026-11-29T22:30:00Z' }
const rule = (anchor: string, offset: number, isActive = true) => ({
  name: `${anchor} ${offset}`,
  anchor,
  offset_minutes: offset,
  is_active: isActive,
})

test('the timeline has every day from the start to the close, in Israel time', () => {
  const days = launchDays(dates, [], [])
  // 22:30 UTC is the next day in Israel.
  expect(days.map(({ day }) => day)).toEqual([22, 23, 24, 25, 26, 27, 28, 29, 30].map((n) => `2026-11-${n}`))
  expect(days.filter(({ isCart }) => isCart).map(({ day }) => day)).toEqual(
    [26, 27, 28, 29, 30].map((n) => `2026-11-${n}`),
  )
  expect(days.filter(({ rest }) => rest).map(({ day, rest }) => [day, rest])).toEqual([['2026-11-28', 'שבת']])
})

test('a day lists its events by time, and omits undated contents', () => {
  const [first] = launchDays(
    dates,
    [
      { title: 'שיעור ערב', release_at: '2026-11-22T19:00:00+00:00' },
      { title: 'שיעור בוקר', release_at: '2026-11-22T08:00:00Z' },
      { title: 'אחרי הצטרפות', release_at: null },
    ],
    [],
  )
  expect(first!.marks.map(({ words }) => words)).toEqual(['שיעור בוקר', 'תחילת הסדרה', 'שיעור ערב'])
})

test('cart mails are drawn at their send time, except inactive ones and those relative to a participant', () => {
  const mails = (closes: string) =>
    launchDays(
      { ...dates, closes },
      [],
      [
        rule('cart_opens', 0),
        rule('cart_middle', 0),
        rule('cart_closes', -180),
        rule('cart_closes', -60, false),
        rule('joined', 0),
      ],
    )
      .flatMap(({ marks }) => marks)
      .filter(({ isMail }) => isMail)
      .map(({ at, words }) => [words, at])
  expect(mails('2026-11-30T06:00:00Z')).toEqual([
    ['cart_opens 0', '2026-11-26T06:00:00.000Z'],
    ['cart_middle 0', '2026-11-28T06:00:00.000Z'],
    ['cart_closes -180', '2026-11-30T03:00:00.000Z'],
  ])
  // Shorter than three days, so no mid-cart mail.
  expect(mails('2026-11-29T05:00:00Z').map(([linkText]) => linkText)).toEqual(['cart_opens 0', 'cart_closes -180'])
})

test('the timeline of a launch is limited to two months', () => {
  expect(launchDays({ ...dates, closes: '2027-06-01T06:00:00Z' }, [], [])).toHaveLength(62)
})

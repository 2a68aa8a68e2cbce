import { expect, test } from 'vitest'
import { listName, shareOf } from './segment-labels.ts'

test('a follow-up list is named after segment, day and title, within the length limit of a tag', () => {
  expect(listName('missed', '24.11', 'ערב תקציב')).toBe('לא הגיעו · 24.11 · ערב תקציב')
  const long = listName('clicked_not_bought', '24.11', 'איך בונים תקציב שמחזיק יותר מחודש')
  expect(long).toHaveLength(40)
  expect(long).toMatch(/^לחצו על ההצעה ולא רכשו · 24\.11 · .*…$/)
})

test('a rate is shown with its denominator, and not shown without one', () => {
  expect(shareOf(12, 30, 'נרשמים')).toBe('40% מתוך 30 נרשמים')
  expect(shareOf(0, 0, 'נרשמים')).toBeUndefined()
})

import { expect, test } from 'vitest'
import { durationText, placeText, priceText } from './booking-offer.ts'
import { noticeText, policyLine } from './policy-line.ts'

test('durations and notices are read in whole hours and days', () => {
  expect([1, 45, 60, 90, 120, 180].map(durationText)).toEqual(['דקה', '45 דקות', 'שעה', 'שעה וחצי', 'שעתיים', '3 שעות'])
  expect([60, 1440, 2880, 4320].map(noticeText)).toEqual(['שעה', '24 שעות', 'יומיים', '3 ימים'])
})

test('a price names its value added tax, and a free appointment says so', () => {
  expect(priceText(null)).toBe('ללא עלות')
  expect(priceText(0)).toBe('ללא עלות')
  expect(priceText(35_000)).toContain('כולל מע״מ')
})

test('the address of a video room is not public', () => {
  expect(placeText({ locationKind: 'zoom', locationValue: 'https://zoom.example/1' })).not.toContain('zoom.example')
  expect(placeText({ locationKind: 'in_person', locationValue: 'הרצל 1, חיפה' })).toBe('הרצל 1, חיפה')
})

test('the policy names one notice, or two that differ, or none', () => {
  expect(policyLine({ cancelNoticeMin: 1440, rescheduleNoticeMin: 1440 }, 4000)).toBe(
    'אפשר לבטל או לשנות מועד עד 24 שעות לפני הפגישה.',
  )
  expect(policyLine({ cancelNoticeMin: 2880, rescheduleNoticeMin: 0 }, 4000)).toBe(
    'אפשר לבטל עד יומיים לפניה, ולשנות מועד עד תחילת הפגישה.',
  )
  expect(policyLine({ cancelNoticeMin: 0, rescheduleNoticeMin: 0 }, 4000)).toBeUndefined()
})

test('an hour within both notices is said to be changed by a call only', () => {
  expect(policyLine({ cancelNoticeMin: 1440, rescheduleNoticeMin: 1440 }, 300)).toBe(
    'המועד קרוב: לביטול או לשינוי צריך ליצור איתנו קשר.',
  )
})

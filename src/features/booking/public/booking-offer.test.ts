import { expect, test } from 'vitest'
import { locationKinds } from '../booking-labels.ts'
import { durationText, placeText, priceText } from './booking-offer.ts'
import { noticeText, policyLine } from './policy-line.ts'

test('durations and notices are formatted in whole hours and days', () => {
  expect([1, 45, 60, 90, 120, 180].map(durationText)).toEqual(['דקה', '45 דקות', 'שעה', 'שעה וחצי', 'שעתיים', '3 שעות'])
  expect([60, 1440, 2880, 4320].map(noticeText)).toEqual(['שעה', '24 שעות', 'יומיים', '3 ימים'])
})

test('a price includes the VAT note, and an appointment without a price is shown as free', () => {
  const offered = { isHidden: false, requiresPackage: false }
  expect(priceText({ ...offered, priceAgorot: null })).toBe('ללא עלות')
  expect(priceText({ ...offered, priceAgorot: 0 })).toBe('ללא עלות')
  expect(priceText({ ...offered, priceAgorot: 35_000 })).toContain('כולל מע״מ')
})

test('a hidden type without a price and a meeting of a package are not shown as free', () => {
  expect(priceText({ priceAgorot: null, isHidden: true, requiresPackage: false })).toBeUndefined()
  expect(priceText({ priceAgorot: null, isHidden: false, requiresPackage: true })).toBeUndefined()
  expect(priceText({ priceAgorot: 35_000, isHidden: true, requiresPackage: true })).toBeUndefined()
  expect(priceText({ priceAgorot: 35_000, isHidden: true, requiresPackage: false })).toContain('כולל מע״מ')
})

test('the URL of a video room is not shown', () => {
  expect(placeText({ locationKind: 'zoom', locationValue: 'https://zoom.example/1' })).not.toContain('zoom.example')
  expect(placeText({ locationKind: 'in_person', locationValue: 'הרצל 1, חיפה' })).toBe('הרצל 1, חיפה')
})

test('the text of every kind of location starts in Hebrew, so that dir=auto shows it right to left', () => {
  for (const locationKind of locationKinds) expect(placeText({ locationKind, locationValue: '' })).toMatch(/^[א-ת]/)
})

test('the policy shows one notice, two different ones, or none', () => {
  expect(policyLine({ cancelNoticeMin: 1440, rescheduleNoticeMin: 1440 }, 4000)).toBe(
    'אפשר לבטל או לשנות מועד עד 24 שעות לפני הפגישה.',
  )
  expect(policyLine({ cancelNoticeMin: 2880, rescheduleNoticeMin: 0 }, 4000)).toBe(
    'אפשר לבטל עד יומיים לפניה, ולשנות מועד עד תחילת הפגישה.',
  )
  expect(policyLine({ cancelNoticeMin: 0, rescheduleNoticeMin: 0 }, 4000)).toBeUndefined()
})

test('within both notices, the policy asks to contact us for changes', () => {
  expect(policyLine({ cancelNoticeMin: 1440, rescheduleNoticeMin: 1440 }, 300)).toBe(
    'המועד קרוב: לביטול או לשינוי צריך ליצור איתנו קשר.',
  )
})

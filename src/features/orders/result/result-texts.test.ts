import { expect, test } from 'vitest'
import type { OrderOutcome } from '../order-outcome.ts'
import { meetingText, resultText } from './result-texts.ts'

const textOf = (outcome: OrderOutcome, known: { why?: string; isSlow?: boolean } = {}) =>
  resultText(
    { outcome, status: 'awaiting_payment', isStandIn: false },
    { why: known.why, isSlow: known.isSlow ?? false },
  )

const saysNotCharged = /לא חויב/

test('the result says that nothing was charged only if the provider confirmed it', () => {
  expect(textOf({ kind: 'failed', reason: 'declined' }).text).toMatch(saysNotCharged)
  expect(textOf({ kind: 'no_deal' }, { why: 'cancelled' }).text).toMatch(saysNotCharged)
  for (const outcome of [{ kind: 'checking' }, { kind: 'no_deal' }] as const)
    for (const isSlow of [false, true]) {
      const { text, canRetry, isWaiting } = textOf(outcome, { isSlow })
      expect(text).not.toMatch(saysNotCharged)
      expect([canRetry, isWaiting]).toEqual([false, true])
    }
  expect(textOf({ kind: 'checking' }, { why: 'cancelled' })).toMatchObject({ isWaiting: true, canRetry: false })
})

test.each(['declined', 'three_d_secure', 'cancelled', 'expired', 'unknown'] as const)(
  'a payment that failed as %s may be tried again',
  (reason) => {
    expect(textOf({ kind: 'failed', reason })).toMatchObject({
      title: 'התשלום לא הושלם',
      canRetry: true,
      isWaiting: false,
    })
  },
)

test('a paid order never offers to pay again', () => {
  expect(textOf({ kind: 'paid' })).toMatchObject({ canRetry: false, isWaiting: false })
})

test.each([
  ['confirmed', 'הפגישה נקבעה ל־1.12.2026 בשעה 10:00. שלחנו אישור בדוא״ל.'],
  ['pending', 'המועד 1.12.2026 בשעה 10:00 מחכה לאישור שלנו, ונעדכן בדוא״ל.'],
  ['cancelled', 'הפגישה שעליה שילמתם לא תתקיים במועד שנבחר. ניצור איתכם קשר כדי לתאם מועד אחר או להחזיר את התשלום.'],
])('the text of a paid appointment that is %s states its status', (status, text) => {
  expect(meetingText({ startsAt: '2026-12-01T08:00:00Z', zone: 'Asia/Jerusalem', status })).toBe(text)
})

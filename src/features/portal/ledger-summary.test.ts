import { expect, test } from 'vitest'
import { summarizeLedger } from './ledger-summary.ts'

const today = '2026-12-01'
const charge = (on_day: string, amount_agorot: number, left_agorot: number) =>
  ({ kind: 'charge', on_day, amount_agorot, settles_agorot: 0, left_agorot }) as const
const payment = (on_day: string, agorot: number) =>
  ({ kind: 'payment', on_day, amount_agorot: agorot, settles_agorot: agorot, left_agorot: 0 }) as const

test('charges up to today are due, and the earliest later day with an unpaid charge is next', () => {
  const entries = [
    charge('2027-01-17', 400, 400),
    charge('2026-12-17', 300, 200),
    charge('2026-12-17', 50, 50),
    charge('2026-12-02', 10, 0),
    charge(today, 80, 80),
    charge('2026-11-01', 100, 20),
    payment('2026-11-01', 190),
  ]
  expect(summarizeLedger(entries, today)).toEqual({
    due: 100,
    left: 750,
    credit: 0,
    next: { day: '2026-12-17', amount: 250 },
  })
})

test('a payment beyond all charges is a credit, unless it is a post-dated cheque', () => {
  const entries = [charge(today, 100, 0), payment('2026-11-01', 130), payment('2026-12-02', 50)]
  expect(summarizeLedger(entries, today)).toEqual({ due: 0, left: 0, credit: 30, next: undefined })
})

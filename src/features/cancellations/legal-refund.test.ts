import { expect, test } from 'vitest'
import { type Cancellation, cancellationFee, legalRefund } from './legal-refund.ts'

const deal: Cancellation = {
  priceAgorot: 250_000,
  paidAgorot: 250_000,
  boughtOn: '2026-11-01',
  cancelledOn: '2026-11-05',
  isProtected: false,
  hadConversation: false,
  isDefective: false,
  kind: 'meetings',
}

test.each([
  [69_000, 3450],
  [250_000, 10_000],
  [200_000, 10_000],
  [199_999, 9999],
  [19, 0],
  [0, 0],
])('the cancellation fee for %i agorot is %i', (price, fee) => {
  expect(cancellationFee(price)).toBe(fee)
})

test.each<[string, Partial<Cancellation>, object]>([
  [
    'on the first day',
    { cancelledOn: '2026-11-01' },
    { basis: 'fourteen_days', until: '2026-11-15', refundAgorot: 240_000 },
  ],
  [
    'on the fourteenth day',
    { cancelledOn: '2026-11-15' },
    { basis: 'fourteen_days', feeAgorot: 10_000, refundAgorot: 240_000 },
  ],
  ['a day later', { cancelledOn: '2026-11-16' }, { basis: 'late', feeAgorot: 0, refundAgorot: 0 }],
  [
    'a fourteenth day on a Saturday: until Sunday',
    { boughtOn: '2026-11-07', cancelledOn: '2026-11-22' },
    { basis: 'fourteen_days', until: '2026-11-22' },
  ],
  [
    'a fourteenth day on a Saturday: not on Monday',
    { boughtOn: '2026-11-07', cancelledOn: '2026-11-23' },
    { basis: 'late' },
  ],
  [
    'fourteen days after a later disclosure',
    { disclosedOn: '2026-11-10', cancelledOn: '2026-11-24' },
    { basis: 'fourteen_days', until: '2026-11-24' },
  ],
  [
    'an earlier disclosure does not extend the period',
    { disclosedOn: '2026-10-20', cancelledOn: '2026-11-16' },
    { basis: 'late' },
  ],
  [
    'a cheaper product',
    { priceAgorot: 69_000, paidAgorot: 69_000 },
    { feeAgorot: 3450, refundAgorot: 65_550, payBy: '2026-11-19' },
  ],
  [
    'a protected buyer after a conversation',
    { isProtected: true, hadConversation: true, cancelledOn: '2027-03-01' },
    { basis: 'four_months', until: '2027-03-01', feeAgorot: 10_000 },
  ],
  [
    'a protected buyer after four months',
    { isProtected: true, hadConversation: true, cancelledOn: '2027-03-02' },
    { basis: 'late', refundAgorot: 0 },
  ],
  [
    'four months ending in a shorter month',
    { isProtected: true, hadConversation: true, boughtOn: '2026-10-31', cancelledOn: '2027-02-28' },
    { basis: 'four_months', until: '2027-02-28' },
  ],
  ['a protected buyer without a conversation', { isProtected: true, cancelledOn: '2026-11-20' }, { basis: 'late' }],
  ['any buyer after a conversation', { hadConversation: true, cancelledOn: '2026-11-20' }, { basis: 'late' }],
  [
    'a defect at any time',
    { isDefective: true, cancelledOn: '2027-06-01', used: { given: 2, included: 5 } },
    { basis: 'defect', feeAgorot: 0, usedAgorot: 0, refundAgorot: 250_000 },
  ],
  [
    'two of five meetings held',
    { used: { given: 2, included: 5 } },
    { usedAgorot: 100_000, feeAgorot: 10_000, refundAgorot: 140_000 },
  ],
  ['all meetings held', { used: { given: 6, included: 5 } }, { usedAgorot: 250_000, refundAgorot: 0 }],
  [
    'a partially paid transaction',
    { paidAgorot: 50_000, used: { given: 1, included: 5 } },
    { usedAgorot: 50_000, refundAgorot: 0 },
  ],
  // Sunday to Tuesday.
  [
    'two workdays before the service',
    { kind: 'single', cancelledOn: '2026-11-08', serviceOn: '2026-11-10' },
    { basis: 'fourteen_days' },
  ],
  [
    'the day before the service',
    { kind: 'single', cancelledOn: '2026-11-09', serviceOn: '2026-11-10' },
    { basis: 'too_close', refundAgorot: 0 },
  ],
  // Saturday is a day of rest: Friday to Sunday is one workday, Thursday to Sunday are two.
  [
    'a Friday before a Sunday',
    { kind: 'single', cancelledOn: '2026-11-06', serviceOn: '2026-11-08' },
    { basis: 'too_close' },
  ],
  [
    'a Thursday before a Sunday',
    { kind: 'single', cancelledOn: '2026-11-05', serviceOn: '2026-11-08' },
    { basis: 'fourteen_days' },
  ],
  // Passover eve is a short workday; the first day of the holiday, a Thursday, is closed.
  [
    'a holiday before the service',
    { kind: 'single', boughtOn: '2027-04-15', cancelledOn: '2027-04-21', serviceOn: '2027-04-23' },
    { basis: 'too_close' },
  ],
  ['digital content watched to 20 %', { kind: 'digital', watchedPercent: 20 }, { basis: 'watched', refundAgorot: 0 }],
  [
    'digital content watched to less than 20 %',
    { kind: 'digital', watchedPercent: 19 },
    { basis: 'fourteen_days', refundAgorot: 240_000 },
  ],
  [
    'monthly coaching within fourteen days',
    { kind: 'continuous', used: { given: 0, included: 6 } },
    { basis: 'fourteen_days', feeAgorot: 10_000 },
  ],
  [
    'monthly coaching cancelled later',
    { kind: 'continuous', cancelledOn: '2027-01-10', used: { given: 2, included: 5 } },
    { basis: 'continuous', until: null, endsOn: '2027-01-13', feeAgorot: 0, refundAgorot: 150_000 },
  ],
  // Friday, then Saturday, Sunday, Monday and Tuesday: Saturday does not count.
  [
    'a continuous transaction ends on the third workday after the notice',
    { kind: 'continuous', cancelledOn: '2026-11-20' },
    { basis: 'continuous', endsOn: '2026-11-24' },
  ],
  // Notice on Passover eve: the first day of the holiday and Saturday do not count.
  [
    'a holiday does not count as a workday after the notice',
    { kind: 'continuous', cancelledOn: '2027-04-21' },
    { basis: 'continuous', endsOn: '2027-04-26' },
  ],
  ['meetings have no end date', {}, { endsOn: null }],
])('%s', (_what, known, expected) => {
  expect(legalRefund({ ...deal, ...known })).toMatchObject(expected)
})

test('a refund is never negative and never exceeds the payment', () => {
  for (const price of [0, 1, 99, 69_000, 250_000])
    for (const paid of [0, Math.floor(price / 2), price])
      for (const given of [0, 1, 5]) {
        const known = { priceAgorot: price, paidAgorot: paid, used: { given, included: 5 } }
        const { refundAgorot, feeAgorot } = legalRefund({ ...deal, ...known })
        expect(refundAgorot).toBeGreaterThanOrEqual(0)
        expect(refundAgorot).toBeLessThanOrEqual(paid)
        expect(feeAgorot).toBeLessThanOrEqual(10_000)
      }
})

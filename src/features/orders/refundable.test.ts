import { expect, test } from 'vitest'
import { refundableOf } from './refundable.ts'

const attempt = { id: 'a', state: 'paid', amount_agorot: 69_000, provider: 'cardcom' } as const
const order = { paid_agorot: 69_000, refunded_agorot: 0, order_refunds: [] }
const refund = (status: 'requested' | 'done' | 'refused' | 'unknown', of = 'a') => ({
  attempt_id: of,
  status,
  amount_agorot: 20_000,
})

type Parts = Parameters<typeof refundableOf>
test.each<[what: string, known: Partial<Parts[0]>, paid: Partial<Parts[1]>, expected: number]>([
  ['a paid attempt', {}, {}, 69_000],
  ['an attempt with a refund', {}, { refunded_agorot: 20_000, order_refunds: [refund('done')] }, 49_000],
  ['an attempt with a refund that was refused', {}, { order_refunds: [refund('refused')] }, 69_000],
  ['an attempt with a refund without an answer', {}, { order_refunds: [refund('unknown')] }, 49_000],
  ['an attempt of a payment that staff returned in full', {}, { refunded_agorot: 69_000 }, 0],
  ['an attempt of a payment that staff returned in part', {}, { refunded_agorot: 30_000 }, 39_000],
  [
    'an attempt of an order that was paid twice',
    {},
    { paid_agorot: 138_000, refunded_agorot: 20_000, order_refunds: [refund('done', 'b')] },
    69_000,
  ],
  ['an attempt that was declined', { state: 'declined' }, {}, 0],
  ['an attempt without a provider', { provider: 'manual' }, {}, 0],
])('the refundable amount is computed for %s', (_what, known, paid, expected) => {
  expect(refundableOf({ ...attempt, ...known }, { ...order, ...paid })).toBe(expected)
})

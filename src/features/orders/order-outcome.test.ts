import { expect, test } from 'vitest'
import { outcomeOf } from './order-outcome.ts'

const order = { paid_at: null, status: 'awaiting_payment' } as const
const attempt = { provider: 'cardcom', state: 'page_open', reason: null, checked_at: null, fault: null } as const
const at = '2026-11-25T10:00:00Z'

test.each([
  ['an order without an attempt', order, undefined, { kind: 'open' }],
  ['a page that was not polled yet', order, attempt, { kind: 'checking' }],
  [
    'a page without a transaction at the provider',
    order,
    { ...attempt, state: 'verifying', checked_at: at },
    { kind: 'no_deal' },
  ],
  [
    'a declined card',
    order,
    { ...attempt, state: 'declined', reason: 'declined' },
    { kind: 'failed', reason: 'declined' },
  ],
  [
    'an expired page',
    order,
    { ...attempt, state: 'expired', reason: 'expired' },
    { kind: 'failed', reason: 'expired' },
  ],
  [
    'a page that failed to open',
    order,
    { ...attempt, state: 'created', fault: 'timeout' },
    { kind: 'failed', reason: 'unknown' },
  ],
  ['an answer that does not match the order', order, { ...attempt, state: 'disputed' }, { kind: 'checking' }],
  ['a bank transfer', order, { ...attempt, provider: 'manual' }, { kind: 'by_hand' }],
  [
    'a paid order with a later decline',
    { paid_at: at, status: 'paid' },
    { ...attempt, state: 'declined' },
    { kind: 'paid' },
  ],
] as const)('the outcome is derived for %s', (_what, known, tried, outcome) => {
  expect(outcomeOf(known, tried)).toEqual(outcome)
})

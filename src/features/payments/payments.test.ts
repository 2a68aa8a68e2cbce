import { expect, test } from 'vitest'
import { computeBalance, vatWithin } from './balance.ts'
import type { Charge, Payment } from './payments.ts'
import { monthsLater, planParts } from './plan-dates.ts'

const today = '2026-11-22'
type Owed = Pick<Charge, 'id' | 'amount_agorot' | 'due_on' | 'number' | 'created_at' | 'voided_at'>
type Came = Pick<
  Payment,
  'charge_id' | 'kind' | 'amount_agorot' | 'credited_agorot' | 'paid_on' | 'status' | 'voided_at'
>
const charge = (id: string, amount_agorot: number, due_on: string, more: Partial<Owed> = {}): Owed => ({
  id,
  amount_agorot,
  due_on,
  number: null,
  created_at: '2026-01-01T00:00:00Z',
  voided_at: null,
  ...more,
})
const payment = (amount_agorot: number, more: Partial<Came> = {}): Came => ({
  amount_agorot,
  charge_id: null,
  kind: 'payment',
  credited_agorot: 0,
  paid_on: today,
  status: 'captured',
  voided_at: null,
  ...more,
})
const three = [charge('a', 100, '2026-10-01'), charge('b', 100, '2026-11-01'), charge('c', 100, '2026-12-01')]
const states = (charges: Owed[], payments: Came[]) =>
  computeBalance(charges, payments, today).charges.map(({ id, paid_agorot, state }) => `${id} ${paid_agorot} ${state}`)

test.each<[what: string, payments: Came[], expected: string[]]>([
  ['no payments', [], ['a 0 overdue', 'b 0 overdue', 'c 0 ahead']],
  ['the oldest debt is paid first', [payment(150)], ['a 100 paid', 'b 50 overdue', 'c 0 ahead']],
  [
    'an assigned payment pays its charge',
    [payment(100, { charge_id: 'c' })],
    ['a 0 overdue', 'b 0 overdue', 'c 100 paid'],
  ],
  [
    'the surplus of an assigned payment pays the oldest charge',
    [payment(130, { charge_id: 'c' })],
    ['a 30 overdue', 'b 0 overdue', 'c 100 paid'],
  ],
  [
    'a refund creates no debt',
    [payment(200), payment(100, { kind: 'refund', credited_agorot: 100 })],
    ['a 100 paid', 'b 100 paid', 'c 0 ahead'],
  ],
  [
    'a refunded credit pays no charges',
    [payment(400), payment(100, { kind: 'refund' })],
    ['a 100 paid', 'b 100 paid', 'c 100 paid'],
  ],
  [
    'a post-dated cheque does not count before its date',
    [payment(100, { paid_on: '2026-12-20' })],
    ['a 0 overdue', 'b 0 overdue', 'c 0 ahead'],
  ],
  [
    'void and failed payments do not count',
    [payment(100, { voided_at: 'x' }), payment(100, { status: 'failed' })],
    ['a 0 overdue', 'b 0 overdue', 'c 0 ahead'],
  ],
  ['a partial payment pays the oldest charges first', [payment(250)], ['a 100 paid', 'b 100 paid', 'c 50 partly']],
])('%s', (_, payments, expected) => {
  expect(states(three, payments)).toEqual(expected)
})

test('the balance is charges minus payments, without voided charges', () => {
  const charges = [...three, charge('d', 700, '2026-01-01', { voided_at: '2026-02-02' })]
  const balance = computeBalance(charges, [payment(120), payment(100, { paid_on: '2026-12-20' })], today)
  expect(balance).toMatchObject({ charged: 300, paid: 120, owed: 180, overdue: 80, onTheWay: 100, next: { id: 'b' } })
  expect(balance.charges[3]).toMatchObject({ state: 'void', paid_agorot: 0 })
  expect(computeBalance(three, [payment(400)], today)).toMatchObject({ owed: -100, overdue: 0, next: undefined })
})

test('a refund reduces the paid amount and, beyond a credit, the charged amount', () => {
  const refund = (amount: number, credited_agorot: number) => payment(amount, { kind: 'refund', credited_agorot })
  expect(computeBalance(three, [payment(200), refund(150, 150)], today)).toMatchObject({
    charged: 150,
    paid: 50,
    owed: 100,
  })
  expect(computeBalance(three, [payment(400), refund(100, 0)], today)).toMatchObject({
    charged: 300,
    paid: 300,
    owed: 0,
  })
  expect(computeBalance(three, [payment(400), refund(150, 50)], today)).toMatchObject({
    charged: 250,
    paid: 250,
    owed: 0,
  })
})

test('a plan has one instalment a month, none on a day of rest, and its amounts add up exactly to the total', () => {
  const parts = planParts(100_000, 3, '2026-12-31')
  expect(parts).toEqual([
    { due_on: '2026-12-31', amount_agorot: 33_334 },
    { due_on: '2027-01-31', amount_agorot: 33_333 },
    { due_on: '2027-02-28', amount_agorot: 33_333 },
  ])
  // A Saturday, and the second day of Rosh Hashanah after it.
  expect(planParts(200, 2, '2026-08-12').map(({ due_on, moved_from }) => [due_on, moved_from])).toEqual([
    ['2026-08-12', undefined],
    ['2026-09-14', '2026-09-12'],
  ])
  expect(monthsLater('2024-01-31', 1)).toBe('2024-02-29')
  expect(monthsLater('2026-11-30', 3)).toBe('2027-02-28')
})

test('the VAT is computed from an amount that includes it', () => {
  expect(vatWithin(118_00, 18)).toBe(18_00)
  expect(vatWithin(100, 18)).toBe(15)
})

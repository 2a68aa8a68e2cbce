import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineKinds } from './categories.ts'
import { comparePayoffs, type Debt, monthlyInterest, planPayoff } from './debts.ts'
import { goalProgress, netWorth } from './goals.ts'
import { type EntryContent, type LineContent, linesToCopy, plannedOf, summarize } from './month-summary.ts'
import { addMonths, monthName, monthsBetween } from './months.ts'

const line = (changes: Partial<LineContent>, isPrivate = false) => ({
  id: `${changes.category}`,
  isPrivate,
  version: 1,
  content: {
    kind: 'variable',
    category: 'מזון',
    planned: 0,
    actual: 0,
    spread: null,
    note: '',
    ...changes,
  } as LineContent,
})
const entry = (changes: Partial<EntryContent>, isPrivate = false) => ({
  id: 'entry',
  isPrivate,
  version: 1,
  content: {
    kind: 'variable',
    category: 'מזון',
    on: '2026-11-03',
    amount: 100,
    description: '',
    importKey: '',
    ...changes,
  } as EntryContent,
})

test('months are added and subtracted across year boundaries', () => {
  expect(addMonths('2026-11', 3)).toBe('2027-02')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(monthsBetween('2026-11', '2027-02')).toBe(3)
  expect(monthName('2026-11')).toBe('נובמבר 2026')
})

test('a periodic expense is planned in parts that sum to its total in every run of its months', () => {
  const spread = fc.record({ total: fc.integer({ min: 0, max: 1e9 }), everyMonths: fc.integer({ min: 2, max: 24 }) })
  fc.assert(
    fc.property(spread, fc.integer({ min: -40, max: 40 }), ({ total, everyMonths }, from) => {
      const parts = Array.from({ length: everyMonths }, (_, i) =>
        plannedOf({ planned: 7, spread: { total, everyMonths, startsOn: '2026-03' } }, addMonths('2026-03', from + i)),
      )
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
    }),
  )
})

test('a month sums its lines and entries by category, including private ones separately', () => {
  const { rows, income, outgoing, left, byKind } = summarize(
    '2026-11',
    [
      line({ kind: 'income', category: 'משכורת', planned: 1_500_000, actual: 1_480_000 }),
      line({ planned: 300_000, actual: 5000 }),
      line({ planned: 20_000 }, true),
      line({
        kind: 'periodic',
        category: 'חופשות',
        spread: { total: 1_000_000, everyMonths: 12, startsOn: '2026-11' },
      }),
    ],
    [entry({ amount: 12_000 }), entry({ amount: -2000 }), entry({ amount: 900 }, true), entry({ category: 'חיות' })],
  )
  expect(rows.map((row) => [row.category, row.isPrivate, row.planned, row.actual, row.entries])).toEqual([
    ['משכורת', false, 1_500_000, 1_480_000, 0],
    ['מזון', false, 300_000, 15_000, 2],
    ['חיות', false, 0, 100, 1],
    ['מזון', true, 20_000, 900, 1],
    ['חופשות', false, 83_333, 0, 0],
  ])
  expect(byKind.variable).toEqual({ planned: 320_000, actual: 16_000 })
  expect(income).toEqual({ planned: 1_500_000, actual: 1_480_000 })
  expect(outgoing).toEqual({ planned: 403_333, actual: 16_000 })
  expect(left).toEqual({ planned: 1_096_667, actual: 1_464_000 })
})

test('the totals of a month are the sums of its rows, for random items', () => {
  const row = fc.record({
    kind: fc.constantFrom(...lineKinds),
    category: fc.constantFrom('א', 'ב', 'ג'),
    amount: fc.integer({ min: -1e8, max: 1e8 }),
    isPrivate: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(row), fc.array(row), (planned, spent) => {
      const month = summarize(
        '2026-11',
        planned.map(({ amount, isPrivate, ...one }) => line({ ...one, planned: amount }, isPrivate)),
        spent.map(({ isPrivate, ...one }) => entry(one, isPrivate)),
      )
      const signed = ({ kind, amount }: { kind: string; amount: number }) => (kind === 'income' ? amount : -amount)
      expect(month.left.planned).toBe(planned.reduce((sum, one) => sum + signed(one), 0))
      expect(month.left.actual).toBe(spent.reduce((sum, one) => sum + signed(one), 0))
    }),
  )
})

test('copying a month copies the plan of missing categories, and no spent amounts', () => {
  const copied = linesToCopy(
    [line({ planned: 100, actual: 70 }), line({ planned: 40 }, true), line({ category: 'דלק', planned: 50 })],
    [line({ category: 'דלק', planned: 10 })],
  )
  expect(
    copied.map(({ isPrivate, content }) => [content.category, isPrivate, content.planned, content.actual]),
  ).toEqual([
    ['מזון', false, 100, 0],
    ['מזון', true, 40, 0],
  ])
})

const debt = (id: string, balance: number, yearlyRate: number, minPayment: number): Debt => ({
  id,
  name: id,
  kind: 'loan',
  balance,
  yearlyRate,
  minPayment,
})

test('the monthly interest is rounded to whole agorot, halves up', () => {
  expect(monthlyInterest(1_000_000, 1200)).toBe(10_000)
  expect(monthlyInterest(60, 1000)).toBe(1)
  expect(monthlyInterest(59, 1000)).toBe(0)
  expect(monthlyInterest(1e11, 10_000)).toBe(8_333_333_333)
})

test('the snowball pays off the smallest debt first; the avalanche pays the highest rate first and less interest', () => {
  const debts = [
    debt('small', 200_000, 300, 10_000),
    debt('dear', 1_000_000, 1500, 30_000),
    debt('big', 1_500_000, 600, 40_000),
  ]
  const { snowball, avalanche, savedByAvalanche } = comparePayoffs(debts, { extra: 50_000, startsOn: '2026-12' })
  expect(snowball.ends.map(({ id }) => id)).toEqual(['small', 'dear', 'big'])
  expect(avalanche.ends[0]!.id).toBe('dear')
  expect(avalanche.interest).toBeLessThan(snowball.interest)
  expect(savedByAvalanche).toBe(snowball.interest - avalanche.interest)
  expect(snowball.freeOn).toBe(addMonths('2026-12', snowball.months! - 1))
})

test('payments that do not cover the interest never pay off the debt', () => {
  const plan = planPayoff([debt('a', 1_000_000, 2400, 10_000)], { extra: 0, method: 'avalanche', startsOn: '2026-12' })
  expect([plan.months, plan.freeOn, plan.ends]).toEqual([null, null, []])
  expect(comparePayoffs([debt('a', 1, 0, 0)], { extra: 0, startsOn: '2026-12' }).savedByAvalanche).toBeNull()
  expect(planPayoff([], { extra: 0, method: 'snowball', startsOn: '2026-12' }).months).toBe(0)
})

/** A reference implementation in exact BigInt fractions. It pays the rest of a month agora by agora. */
function oracle(debts: readonly Debt[], extra: number, first: (a: Debt, b: Debt) => boolean) {
  let remaining = debts.map((one) => ({ ...one, owed: BigInt(one.balance) }))
  const budget = BigInt(extra) + debts.reduce((sum, one) => sum + BigInt(one.minPayment), 0n)
  const ended: Record<string, number> = {}
  let interest = 0n
  let month = 0
  for (const one of remaining) if (one.owed === 0n) ended[one.id] = 0
  remaining = remaining.filter(({ owed }) => owed > 0n)
  while (remaining.length > 0) {
    month += 1
    if (month > 600) return { month: null, interest: null, ended }
    let purse = budget
    for (const one of remaining) {
      const twice = 2n * one.owed * BigInt(one.yearlyRate)
      const added = (twice + 120_000n) / 240_000n
      interest += added
      one.owed += added
    }
    for (const one of remaining) {
      const due = one.owed < BigInt(one.minPayment) ? one.owed : BigInt(one.minPayment)
      one.owed -= due
      purse -= due
    }
    while (purse > 0n) {
      const open = remaining.filter(({ owed }) => owed > 0n)
      const next = open.find((one) => open.every((other) => other === one || first(one, other)))
      if (!next) break
      const paid = purse < next.owed ? purse : next.owed
      next.owed -= paid
      purse -= paid
    }
    for (const one of remaining) if (one.owed === 0n) ended[one.id] = month
    remaining = remaining.filter(({ owed }) => owed > 0n)
  }
  return { month, interest: Number(interest), ended }
}

test('the months and the interest of both methods equal an independent month-by-month calculation', () => {
  const debts = fc
    .array(
      fc.record({
        balance: fc.integer({ min: 1, max: 20_000_000 }),
        yearlyRate: fc.integer({ min: 0, max: 3000 }),
        minPayment: fc.integer({ min: 0, max: 300_000 }),
      }),
      { minLength: 1, maxLength: 5 },
    )
    .map((all) => all.map(({ balance, yearlyRate, minPayment }, i) => debt(`d${i}`, balance, yearlyRate, minPayment)))
  const hasSmallerBalance = (a: Debt, b: Debt) =>
    a.balance !== b.balance
      ? a.balance < b.balance
      : a.yearlyRate !== b.yearlyRate
        ? a.yearlyRate > b.yearlyRate
        : a.id < b.id
  const hasHigherRate = (a: Debt, b: Debt) =>
    a.yearlyRate !== b.yearlyRate
      ? a.yearlyRate > b.yearlyRate
      : a.balance !== b.balance
        ? a.balance < b.balance
        : a.id < b.id
  fc.assert(
    fc.property(debts, fc.integer({ min: 0, max: 500_000 }), (all, extra) => {
      for (const [method, first] of [
        ['snowball', hasSmallerBalance],
        ['avalanche', hasHigherRate],
      ] as const) {
        const plan = planPayoff(all, { extra, method, startsOn: '2026-12' })
        const expected = oracle(all, extra, first)
        expect(plan.months).toBe(expected.month)
        if (plan.months === null) continue
        expect(plan.interest).toBe(expected.interest)
        expect(Object.fromEntries(plan.ends.map(({ id, on }) => [id, monthsBetween('2026-12', on) + 1]))).toEqual(
          expected.ended,
        )
        expect(plan.balances.at(-1)).toBe(0)
      }
    }),
    { numRuns: 150 },
  )
})

test('a goal shows the monthly saving it requires, and whether it is late or reached', () => {
  const goal = { name: 'חירום', target: 1_000_000, saved: 400_001, by: '2027-04' }
  expect(goalProgress(goal, '2026-11')).toEqual({ missing: 599_999, monthly: 100_000, percent: 40, isLate: false })
  expect(goalProgress({ ...goal, by: null }, '2026-11').monthly).toBeNull()
  expect(goalProgress({ ...goal, by: '2026-10' }, '2026-11')).toMatchObject({ isLate: true, monthly: null })
  expect(goalProgress({ ...goal, saved: 999_999 }, '2026-11').percent).toBe(99)
  expect(goalProgress({ ...goal, saved: 1_200_000 }, '2026-11')).toMatchObject({ missing: 0, monthly: 0, percent: 100 })
})

test('net worth is assets minus debts', () => {
  expect(netWorth([{ value: 500 }, { value: 70 }], [{ balance: 900 }])).toEqual({ owned: 570, owed: 900, net: -330 })
})

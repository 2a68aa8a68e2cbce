// Paying off debts: snowball (smallest balance first) against avalanche (highest rate first). Amounts are whole agorot.
import { addMonths, type Month } from './months.ts'

export const debtKinds = ['loan', 'card', 'overdraft', 'mortgage', 'family', 'other'] as const
export type DebtKind = (typeof debtKinds)[number]

export const debtKindLabels: Readonly<Record<DebtKind, string>> = {
  loan: 'הלוואה',
  card: 'כרטיס אשראי',
  overdraft: 'מינוס בבנק',
  mortgage: 'משכנתה',
  family: 'משפחה וחברים',
  other: 'אחר',
}

export type DebtContent = {
  name: string
  kind: DebtKind
  balance: number
  /** Nominal interest rate, in hundredths of a percent: 825 is 8.25%. */
  yearlyRate: number
  minPayment: number
}

export type Debt = DebtContent & { id: string }

export const payoffMethods = ['snowball', 'avalanche'] as const
export type PayoffMethod = (typeof payoffMethods)[number]

export const payoffMethodLabels: Readonly<Record<PayoffMethod, string>> = {
  snowball: 'מהקטן לגדול',
  avalanche: 'מהריבית הגבוהה',
}

export type PayoffPlan = {
  /** Null if the debts are not paid off within 50 years. */
  months: number | null
  freeOn: Month | null
  interest: number
  /** Debts in the order in which they are paid off. */
  ends: { id: string; name: string; on: Month }[]
  /** The total balance at the end of each month. */
  balances: number[]
}

const maxMonths = 600

/** Interest of one month: a twelfth of the yearly rate on its opening balance, rounded half up to whole agorot. */
export const monthlyInterest = (balance: number, yearlyRate: number) =>
  Math.floor((balance * yearlyRate * 2 + 120_000) / 240_000)

/**
 * Each month adds interest, pays each minimum, and pays the rest of the budget to the first debt in order. The budget
 * is the sum of all minimums plus `extra`. The minimum of a paid-off debt therefore goes to the next one.
 */
export function planPayoff(
  debts: readonly Debt[],
  { extra, method, startsOn }: { extra: number; method: PayoffMethod; startsOn: Month },
): PayoffPlan {
  const order = orderOf(debts, method)
  const owed = new Map(order.map(({ id, balance }) => [id, balance]))
  const budget = debts.reduce((sum, { minPayment }) => sum + minPayment, extra)
  const plan: PayoffPlan = { months: 0, freeOn: null, interest: 0, ends: [], balances: [] }
  const total = () => [...owed.values()].reduce((sum, one) => sum + one, 0)
  for (let month = 0; total() > 0; month++) {
    if (month === maxMonths) return { ...plan, months: null, freeOn: null }
    const open = order.filter(({ id }) => owed.get(id)! > 0)
    let rest = budget
    const pay = (id: string, max: number) => {
      const paid = Math.min(max, owed.get(id)!, rest)
      owed.set(id, owed.get(id)! - paid)
      rest -= paid
    }
    for (const { id, yearlyRate } of open) {
      const interest = monthlyInterest(owed.get(id)!, yearlyRate)
      plan.interest += interest
      owed.set(id, owed.get(id)! + interest)
    }
    for (const { id, minPayment } of open) pay(id, minPayment)
    for (const { id } of open) pay(id, rest)
    const on = addMonths(startsOn, month)
    for (const { id, name } of open) if (owed.get(id) === 0) plan.ends.push({ id, name, on })
    plan.balances.push(total())
    Object.assign(plan, { months: month + 1, freeOn: on })
  }
  return plan
}

function orderOf(debts: readonly Debt[], method: PayoffMethod) {
  const byBalance = (a: Debt, b: Debt) => a.balance - b.balance
  const byRateDescending = (a: Debt, b: Debt) => b.yearlyRate - a.yearlyRate
  const [first, second] = method === 'snowball' ? [byBalance, byRateDescending] : [byRateDescending, byBalance]
  return debts.toSorted((a, b) => first(a, b) || second(a, b) || a.id.localeCompare(b.id))
}

export type PayoffComparison = Record<PayoffMethod, PayoffPlan> & {
  /**
   * The interest that the avalanche saves compared with the snowball. Null if either method never pays off the debts.
   */
  savedByAvalanche: number | null
}

export function comparePayoffs(debts: readonly Debt[], options: { extra: number; startsOn: Month }): PayoffComparison {
  const snowball = planPayoff(debts, { ...options, method: 'snowball' })
  const avalanche = planPayoff(debts, { ...options, method: 'avalanche' })
  const ends = snowball.months !== null && avalanche.months !== null
  return { snowball, avalanche, savedByAvalanche: ends ? snowball.interest - avalanche.interest : null }
}

// Balance of charges and payments. Pure, shared by screen, card and optimistic updates.
import type { Charge, Payment } from './payments.ts'

type ChargeFacts = Pick<Charge, 'id' | 'amount_agorot' | 'due_on' | 'number' | 'created_at' | 'voided_at'>
type PaymentFacts = Pick<
  Payment,
  'charge_id' | 'kind' | 'amount_agorot' | 'credited_agorot' | 'paid_on' | 'status' | 'voided_at'
>

export type ChargeState = 'paid' | 'partly' | 'overdue' | 'ahead' | 'void'
export type SettledCharge<C> = C & { paid_agorot: number; state: ChargeState }
export type Balance<C> = {
  charges: SettledCharge<C>[]
  /** Charges less the part cancelled by refunds, and payments less refunds. In agorot. */
  charged: number
  paid: number
  /** The outstanding amount; negative for a credit. */
  owed: number
  overdue: number
  /** Post-dated cheques. */
  onTheWay: number
  /** The next charge that is not fully paid, overdue ones first. */
  next: SettledCharge<C> | undefined
}

/**
 * `today` is the day in Israel. A payment assigned to a charge pays that charge; all others pay the oldest charge first. A refund creates
 * no debt: its credited part cancels the same amount of charges, so a paid charge stays paid.
 */
export function computeBalance<C extends ChargeFacts>(
  charges: readonly C[],
  payments: readonly PaymentFacts[],
  today: string,
): Balance<C> {
  const voided = new Set(charges.filter(({ voided_at }) => voided_at !== null).map(({ id }) => id))
  const valid = payments
    .filter(({ voided_at, status }) => voided_at === null && status === 'captured')
    // If the charge that a refund cancelled is voided, its credited part is ignored: otherwise it would pay other charges.
    .map((entry) =>
      entry.charge_id !== null && voided.has(entry.charge_id) ? { ...entry, credited_agorot: 0 } : entry,
    )
  const here = valid.filter(({ paid_on }) => paid_on <= today)
  const received = sum(here.map(appliedAmount))
  const credited = sum(here.map(({ credited_agorot }) => credited_agorot))
  const live = charges.filter(({ voided_at }) => voided_at === null).toSorted(byDay)
  const meant = new Map(live.map((charge) => [charge.id, assignedTo(charge, here)]))
  let free = received - sum([...meant.values()])
  const settled = live.map((charge) => {
    const bound = meant.get(charge.id)!
    const more = Math.max(0, Math.min(charge.amount_agorot - bound, free))
    free -= more
    return stateOf(charge, bound + more, today)
  })
  const total = sum(live.map(({ amount_agorot }) => amount_agorot))
  const remaining = (charge: SettledCharge<C>) => charge.amount_agorot - charge.paid_agorot
  return {
    charges: charges.map(
      (charge) => settled.find(({ id }) => id === charge.id) ?? { ...charge, paid_agorot: 0, state: 'void' },
    ),
    charged: Math.max(0, total - credited),
    paid: received - credited,
    owed: total - received,
    overdue: sum(settled.filter(({ due_on }) => due_on < today).map(remaining)),
    onTheWay: sum(valid.filter(({ paid_on }) => paid_on > today).map(appliedAmount)),
    next: settled.find(({ state }) => state !== 'paid'),
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
/** The part of an entry that pays charges. */
const appliedAmount = ({ kind, amount_agorot, credited_agorot }: PaymentFacts) =>
  kind === 'refund' ? credited_agorot - amount_agorot : amount_agorot

/** At most the charge's amount: the surplus of an assigned payment goes to the other charges. */
const assignedTo = (charge: ChargeFacts, here: readonly PaymentFacts[]) =>
  Math.min(
    charge.amount_agorot,
    Math.max(0, sum(here.filter(({ charge_id }) => charge_id === charge.id).map(appliedAmount))),
  )

const byDay = (a: ChargeFacts, b: ChargeFacts) =>
  a.due_on.localeCompare(b.due_on) ||
  (a.number ?? 0) - (b.number ?? 0) ||
  a.created_at.localeCompare(b.created_at) ||
  a.id.localeCompare(b.id)

function stateOf<C extends ChargeFacts>(charge: C, paid_agorot: number, today: string): SettledCharge<C> {
  const state =
    paid_agorot >= charge.amount_agorot
      ? 'paid'
      : charge.due_on < today
        ? 'overdue'
        : paid_agorot > 0
          ? 'partly'
          : 'ahead'
  return { ...charge, paid_agorot, state }
}

/** The VAT included in an amount, in agorot. */
export const vatWithin = (amountAgorot: number, percent: number) =>
  Math.round((amountAgorot * percent) / (100 + percent))

type Refundable = Pick<Payment, 'id' | 'kind' | 'refund_of' | 'amount_agorot' | 'status' | 'voided_at'>

/** The amount of a payment that can still be refunded, in agorot. */
export function refundableAmount(payment: Refundable, all: readonly Refundable[]): number {
  if (payment.kind === 'refund' || payment.voided_at !== null || payment.status !== 'captured') return 0
  const refunds = all.filter(({ refund_of, voided_at }) => refund_of === payment.id && voided_at === null)
  return payment.amount_agorot - sum(refunds.map(({ amount_agorot }) => amount_agorot))
}

// The demo client's ledger: a plan of six instalments, of which two are paid.
import { demoContactId } from '#features/contacts/contacts.seed.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { seedId } from '#lib/seed-id.ts'
import type { Charge, Payment, PaymentPlan } from './payments.ts'
import { planParts } from './plan-dates.ts'

const plan = { title: 'ליווי משפחתי', amountAgorot: 774_000, parts: 6, daysAgo: 44 }
const planId = seedId(80, 1)
const contact_id = demoContactId('itay')
const partsOf = (now: Date) => planParts(plan.amountAgorot, plan.parts, addDays(dayOf(now), -plan.daysAgo))

export const demoPaymentPlans = () =>
  [{ id: planId, contact_id, title: plan.title, created_by: null, is_demo: true }] satisfies Partial<PaymentPlan>[]

export const demoCharges = (now: Date) =>
  partsOf(now).map(({ due_on, amount_agorot }, i) => ({
    id: seedId(81, i + 1),
    contact_id,
    plan_id: planId,
    number: i + 1,
    title: plan.title,
    amount_agorot,
    due_on,
    created_by: null,
    is_demo: true,
  })) satisfies Partial<Charge>[]

export const demoPayments = (now: Date) =>
  partsOf(now)
    .slice(0, 2)
    .map(({ due_on, amount_agorot }, i) => ({
      id: seedId(82, i + 1),
      contact_id,
      charge_id: seedId(81, i + 1),
      method: i === 0 ? 'transfer' : 'bit',
      amount_agorot,
      paid_on: due_on,
      reference: i === 0 ? '401872' : null,
      document_number: i === 0 ? '10214' : null,
      recorded_by: null,
      is_demo: true,
    })) satisfies Partial<Payment>[]

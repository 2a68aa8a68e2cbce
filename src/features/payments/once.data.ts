// Writing into the ledger exactly once, however often it is tried.
import type { Backend } from '#client/backend.ts'
import { refusalCode } from '#client/refusal.ts'
import type { Charge, Payment } from './payments.ts'
import type { PlanPart } from './plan-dates.ts'

export type NewPayment = Pick<
  Payment,
  | 'id'
  | 'contact_id'
  | 'charge_id'
  | 'kind'
  | 'method'
  | 'amount_agorot'
  | 'paid_on'
  | 'reference'
  | 'document_number'
  | 'note'
>

export type NewCharge = Pick<Charge, 'id' | 'contact_id' | 'title' | 'amount_agorot' | 'due_on'>

export type NewPlan = { id: string; title: string; parts: readonly PlanPart[] }

type Row = { id: string; [fact: string]: unknown }

/** One written before under this id, but with other facts. */
const writtenBefore = () => Object.assign(new Error('written_before'), { code: 'PT409' })

/**
 * Writes a row under the id that its form has chosen. Who tries again because an answer was lost on its way finds their own row there,
 * which is as good; with other facts than now it is refused as `written_before`. Money is never written twice.
 */
export async function writeOnce(backend: Backend, table: 'payments' | 'charges', row: Row) {
  const { error } = await backend.from(table).insert(row)
  if (!error) return
  if (refusalCode(error) !== `${table}_pkey`) throw error
  const { data } = await backend
    .from(table)
    .select(Object.keys(row).join(', '))
    .eq('id', row.id)
    .maybeSingle<Record<string, unknown>>()
    .throwOnError()
  if (!data || Object.entries(row).some(([name, value]) => data[name] !== value)) throw writtenBefore()
}

/** A plan and all its charges in one go, once, under an id of its own. Answers the charges' ids, so that all of them can be made void again. */
export async function writePlan(backend: Backend, contactId: string, { id, title, parts }: NewPlan): Promise<string[]> {
  const wanted = parts.map(({ due_on, amount_agorot }) => ({ due_on, amount_agorot }))
  const { error } = await backend.rpc('add_plan', { contact: contactId, title, parts: wanted, id })
  if (error && refusalCode(error) !== 'payment_plans_pkey') throw error
  const { data } = await backend
    .from('charges')
    .select('id, title, due_on, amount_agorot')
    .eq('plan_id', id)
    .order('due_on')
    .throwOnError()
    .overrideTypes<Pick<Charge, 'id' | 'title' | 'due_on' | 'amount_agorot'>[], { merge: false }>()
  const isAsWanted = (one: (typeof data)[number], at: number) =>
    one.title === title && one.due_on === wanted[at]?.due_on && one.amount_agorot === wanted[at]?.amount_agorot
  if (error && !(data.length === wanted.length && data.every(isAsWanted))) throw writtenBefore()
  return data.map((charge) => charge.id)
}

// What the browser reads and writes of one client's money: what is owed, what came in, and plans. Changes show before they are answered.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import { type NewCharge, type NewPayment, type NewPlan, writeOnce, writePlan } from './once.data.ts'
import type { Charge, Payment } from './payments.ts'

export type ShownCharge = Pick<
  Charge,
  | 'id'
  | 'contact_id'
  | 'plan_id'
  | 'number'
  | 'title'
  | 'amount_agorot'
  | 'vat_percent'
  | 'due_on'
  | 'created_at'
  | 'void_reason'
  | 'voided_at'
>
export type ShownPayment = Omit<Payment, 'provider_tx' | 'voided_by' | 'is_demo'>
export type Ledger = { charges: ShownCharge[]; payments: ShownPayment[] }

const chargeColumns =
  'id, contact_id, plan_id, number, title, amount_agorot, vat_percent, due_on, created_at, void_reason, voided_at'
const paymentColumns = `id, contact_id, charge_id, kind, provider, method, status, amount_agorot, paid_on, reference,
  document_number, note, recorded_by, recorded_at, void_reason, voided_at, version`

/** All that is charged to these people and all that came from them. */
export async function readLedger(backend: Backend, contactIds: readonly string[]): Promise<Ledger> {
  const [charges, payments] = await Promise.all([
    backend
      .from('charges')
      .select(chargeColumns)
      .in('contact_id', [...contactIds])
      .order('due_on')
      .order('number')
      .throwOnError()
      .overrideTypes<ShownCharge[], { merge: false }>(),
    backend
      .from('payments')
      .select(paymentColumns)
      .in('contact_id', [...contactIds])
      .order('paid_on', { ascending: false })
      .order('recorded_at', { ascending: false })
      .throwOnError()
      .overrideTypes<ShownPayment[], { merge: false }>(),
  ])
  return { charges: charges.data, payments: payments.data }
}

export const ledgerKey = (contactIds: readonly string[]) => ['payments', 'ledger', ...contactIds] as const

/** `contactIds`: one person, or all of a household. Nobody: nothing is asked. */
export function useLedger(contactIds: readonly string[]) {
  const backend = useBackend()
  return useQuery({
    queryKey: ledgerKey(contactIds),
    queryFn: () => readLedger(backend, contactIds),
    enabled: contactIds.length > 0,
    staleTime: 0,
  })
}

/** Somebody else may record a payment at this very moment. */
export function useLiveLedger() {
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['payments'] })
  useTableChanges({ table: 'payments', onChanges: readAgain, onReconnect: readAgain })
  useTableChanges({ table: 'charges', onChanges: readAgain, onReconnect: readAgain })
}

/** A change that stands in every ledger that shows this person at once, and goes back when it is refused. */
function useLedgerChange<Input>(
  contactId: string,
  write: (backend: Backend, input: Input) => Promise<void>,
  foresee: (ledger: Ledger, input: Input) => Ledger,
) {
  const backend = useBackend()
  const queries = useQueryClient()
  const shown = {
    predicate: ({ queryKey: [noun, , ...ids] }: { queryKey: readonly unknown[] }) =>
      noun === 'payments' && ids.includes(contactId),
  }
  return useMutation({
    mutationFn: (input: Input) => write(backend, input),
    async onMutate(input) {
      await queries.cancelQueries(shown)
      const before = queries.getQueriesData<Ledger>(shown)
      queries.setQueriesData<Ledger>(shown, (ledger) => ledger && foresee(ledger, input))
      return { before }
    },
    onError: (_error, _input, context) => context?.before.forEach(([key, ledger]) => queries.setQueryData(key, ledger)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['payments'] }),
  })
}

/** The id is made by the form, so that it can be tried again, and what was recorded made void before it is read again. */
export const useRecordPayment = (contactId: string) =>
  useLedgerChange<NewPayment>(
    contactId,
    (backend, payment) => writeOnce(backend, 'payments', payment),
    (ledger, payment) => ({
      ...ledger,
      payments: [
        {
          ...payment,
          provider: 'manual',
          status: 'captured',
          recorded_by: null,
          recorded_at: new Date().toISOString(),
          void_reason: null,
          voided_at: null,
          version: 1,
        },
        ...ledger.payments.filter(({ id }) => id !== payment.id),
      ],
    }),
  )

type Voiding = { id: string; reason: string | null }
const voided = ({ reason }: Voiding) => ({ void_reason: reason, voided_at: reason && new Date().toISOString() })

/** Makes a payment void for a reason, or with null good again. */
export const useVoidPayment = (contactId: string) =>
  useLedgerChange<Voiding>(
    contactId,
    async (backend, { id, reason }) =>
      void (await backend
        .from('payments')
        .update({ void_reason: reason })
        .eq('id', id)
        .select('id')
        .single()
        .throwOnError()),
    (ledger, voiding) => ({
      ...ledger,
      payments: ledger.payments.map((payment) =>
        payment.id === voiding.id ? { ...payment, ...voided(voiding) } : payment,
      ),
    }),
  )

export type PaymentNotes = Pick<Payment, 'document_number' | 'note' | 'reference'>

/** What may be said of a payment afterwards: the number of its document, a note. The money itself stays as it was recorded. */
export const useNotePayment = (contactId: string) =>
  useLedgerChange<{ id: string; notes: PaymentNotes }>(
    contactId,
    async (backend, { id, notes }) =>
      void (await backend.from('payments').update(notes).eq('id', id).select('id').single().throwOnError()),
    (ledger, { id, notes }) => ({
      ...ledger,
      payments: ledger.payments.map((payment) => (payment.id === id ? { ...payment, ...notes } : payment)),
    }),
  )

export const useAddCharge = (contactId: string) =>
  useLedgerChange<NewCharge>(
    contactId,
    (backend, charge) => writeOnce(backend, 'charges', charge),
    (ledger, charge) => ({
      ...ledger,
      charges: [
        ...ledger.charges.filter(({ id }) => id !== charge.id),
        {
          ...charge,
          plan_id: null,
          number: null,
          vat_percent: null,
          created_at: new Date().toISOString(),
          void_reason: null,
          voided_at: null,
        },
      ],
    }),
  )

/** Makes charges void for a reason, or with null good again: one, or all that is left of a plan. */
export const useVoidCharges = (contactId: string) =>
  useLedgerChange<{ ids: readonly string[]; reason: string | null }>(
    contactId,
    async (backend, { ids, reason }) =>
      void (await backend
        .from('charges')
        .update({ void_reason: reason })
        .in('id', [...ids])
        .throwOnError()),
    (ledger, { ids, reason }) => ({
      ...ledger,
      charges: ledger.charges.map((charge) =>
        ids.includes(charge.id) ? { ...charge, ...voided({ id: charge.id, reason }) } : charge,
      ),
    }),
  )

export function useAddPlan(contactId: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (plan: NewPlan) => writePlan(backend, contactId, plan),
    onSettled: () => queries.invalidateQueries({ queryKey: ['payments'] }),
  })
}

// Data access of a client's ledger: charges, payments and plans. Writes are optimistic.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { readAll } from '#client/read-all.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import { requireUpdated } from '#platform/editing/edit-conflict.ts'
import { type NewCharge, type NewPayment, type NewPlan, writeOnce, writePlan } from './idempotent-writes.data.ts'
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
> & {
  /** `renews_every`: set for a plan without an end date. */
  payment_plans: { renews_every: string | null } | null
}
export type ShownPayment = Omit<Payment, 'provider_tx' | 'voided_by' | 'is_demo'>
export type Ledger = { charges: ShownCharge[]; payments: ShownPayment[] }

const chargeColumns =
  'id, contact_id, plan_id, number, title, amount_agorot, vat_percent, due_on, created_at, void_reason, voided_at, payment_plans(renews_every)'
const paymentColumns = `id, contact_id, charge_id, order_id, kind, refund_of, refund_reason, credited_agorot, provider, method, status, amount_agorot, paid_on, reference,
  document_number, note, recorded_by, recorded_at, void_reason, voided_at, version`

/** All charges and payments of these contacts. */
export async function readLedger(backend: Backend, contactIds: readonly string[]): Promise<Ledger> {
  const [charges, payments] = await Promise.all([
    readAll((from, to) =>
      backend
        .from('charges')
        .select(chargeColumns, { count: 'exact' })
        .in('contact_id', [...contactIds])
        .order('due_on')
        .order('number')
        .order('id')
        .range(from, to)
        .throwOnError(),
    ),
    readAll((from, to) =>
      backend
        .from('payments')
        .select(paymentColumns, { count: 'exact' })
        .in('contact_id', [...contactIds])
        .order('paid_on', { ascending: false })
        .order('recorded_at', { ascending: false })
        .order('id')
        .range(from, to)
        .throwOnError(),
    ),
  ])
  return { charges, payments }
}

export const ledgerKey = (contactIds: readonly string[]) => ['payments', 'ledger', ...contactIds] as const

/** `contactIds`: one contact, or all of a household. Empty: no request. */
export function useLedger(contactIds: readonly string[]) {
  const backend = useBackend()
  return useQuery({
    queryKey: ledgerKey(contactIds),
    queryFn: () => readLedger(backend, contactIds),
    enabled: contactIds.length > 0,
    staleTime: 0,
  })
}

/** Refetches on realtime changes, because another user may record a payment concurrently. */
export function useLiveLedger() {
  const queries = useQueryClient()
  const invalidate = () => void queries.invalidateQueries({ queryKey: ['payments'] })
  useTableChanges({ table: 'payments', onChanges: invalidate, onReconnect: invalidate })
  useTableChanges({ table: 'charges', onChanges: invalidate, onReconnect: invalidate })
}

/** Runs an optimistic update of every ledger that shows this contact, rolled back on error. */
function useLedgerChange<Input>(
  contactId: string,
  write: (backend: Backend, input: Input) => Promise<void>,
  foresee: (ledger: Ledger, input: Input) => Ledger,
) {
  const backend = useBackend()
  const queries = useQueryClient()
  const shown = {
    predicate: ({ queryKey: [table, , ...ids] }: { queryKey: readonly unknown[] }) =>
      table === 'payments' && ids.includes(contactId),
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

/** The form generates the id: a retry is idempotent, and the payment can be voided before it is refetched. */
export const useRecordPayment = (contactId: string) =>
  useLedgerChange<NewPayment>(
    contactId,
    (backend, payment) => writeOnce(backend, 'payments', payment),
    (ledger, payment) => ({
      ...ledger,
      payments: [
        {
          ...payment,
          // Set by the server; until then a refund creates no debt.
          credited_agorot: payment.kind === 'refund' ? payment.amount_agorot : 0,
          provider: 'manual',
          order_id: null,
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

type VoidInput = { id: string; reason: string | null }
const voidColumns = ({ reason }: VoidInput) => ({ void_reason: reason, voided_at: reason && new Date().toISOString() })

/** Voids a payment. A null reason restores it. */
export const useVoidPayment = (contactId: string) =>
  useLedgerChange<VoidInput>(
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
        payment.id === voiding.id ? { ...payment, ...voidColumns(voiding) } : payment,
      ),
    }),
  )

export type PaymentNotes = Pick<Payment, 'document_number' | 'note' | 'reference'>

/** `before`: the notes that were read. Other changes of the payment are no conflict. */
type NotesChange = { id: string; before: PaymentNotes; notes: PaymentNotes }

async function savePaymentNotes(backend: Backend, { id, before, notes }: NotesChange) {
  let saving = backend.from('payments').update(notes).eq('id', id)
  for (const column of ['reference', 'document_number', 'note'] as const) {
    const value = before[column]
    saving = value === null ? saving.is(column, null) : saving.eq(column, value)
  }
  const { data } = await saving.select('id').throwOnError()
  await requireUpdated(data, backend.from('payments').select('id').eq('id', id).maybeSingle().throwOnError())
}

/** The editable columns of a payment: document number and note. Amount, date and method are immutable. */
export const useNotePayment = (contactId: string) =>
  useLedgerChange<NotesChange>(contactId, savePaymentNotes, (ledger, { id, notes }) => ({
    ...ledger,
    payments: ledger.payments.map((payment) => (payment.id === id ? { ...payment, ...notes } : payment)),
  }))

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
          payment_plans: null,
          number: null,
          vat_percent: null,
          created_at: new Date().toISOString(),
          void_reason: null,
          voided_at: null,
        },
      ],
    }),
  )

/** Voids one charge or the remaining charges of a plan. A null reason restores them. */
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
        ids.includes(charge.id) ? { ...charge, ...voidColumns({ id: charge.id, reason }) } : charge,
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

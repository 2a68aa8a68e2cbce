import { refusals } from '#features/payments/payments.ts'

/** Refusal texts of the ledger forms, and their fields. */
export const ledgerForm = {
  refusals,
  fields: {
    plan_title_length: 'title',
    charge_title_length: 'title',
    charge_amount_range: 'amount',
    payment_amount_range: 'amount',
    charge_due_range: 'due_on',
    payment_day_range: 'paid_on',
    paid_ahead: 'paid_on',
    reference_length: 'reference',
    document_number_length: 'document_number',
    payment_note_length: 'note',
    void_reason_length: 'reason',
  },
}

/** The idempotency key of an entry: all retries send it, so that a lost response does not create a second row. */
export const newEntryId = () => crypto.randomUUID()

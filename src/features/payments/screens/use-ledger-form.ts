import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { refusals } from '#features/payments/payments.ts'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { runWithUndo, failed } from './run-with-undo.ts'

const fields = {
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
}

/**
 * A ledger form. It stays open with its input until the response; refusals are shown in it.
 * `id` is the idempotency key of all retries, so that a lost response does not create a second row.
 */
export function useLedgerForm<Schema extends z.ZodType>(schema: Schema, onDone: () => void) {
  const { faults, read, refused } = useValidatedForm(schema, { refusals, fields })
  const [id] = useState(() => crypto.randomUUID())
  const [isBusy, setBusy] = useState(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])

  /** Resolves to success. If the form was closed first, a refusal is shown as a toast. */
  async function write<T>(change: Promise<T>, title: string, undo: (done: T) => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    const isDone = await runWithUndo(change, title, undo, (error) => (isGone.current ? failed(error) : refused(error)))
    setBusy(false)
    if (isDone && !isGone.current) onDone()
    return isDone
  }

  return { id, faults, read, write, isBusy }
}

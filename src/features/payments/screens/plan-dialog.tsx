import { useState } from 'react'
import { PlanForm } from '#features/payments/payment-forms.ts'
import { useAddPlan, useVoidCharges } from '#features/payments/payments.data.ts'
import { type PlanPart, planParts } from '#features/payments/plan-dates.ts'
import { formatDate } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { ledgerForm, newEntryId } from './ledger-form.ts'
import { offerLedgerUndo } from './run-with-undo.ts'

type Props = { contactId: string; open: boolean; today: string; onClose: () => void }

/** Splits an amount into monthly instalments. Dates avoid days of rest and are previewed first. */
export const PlanDialog = ({ open, onClose, ...form }: Props) => (
  <RecordDialog open={open} onClose={onClose} title="תוכנית תשלומים">
    <AddPlan {...form} />
  </RecordDialog>
)

/** The due dates are computed from the first one, so errors about them belong to it. */
const fields = { ...ledgerForm.fields, charge_due_range: 'first_on' }

function AddPlan({ contactId, today }: Omit<Props, 'open' | 'onClose'>) {
  const add = useAddPlan(contactId)
  const voidCharges = useVoidCharges(contactId)
  const [id] = useState(newEntryId)
  const [parts, setParts] = useState<PlanPart[]>([])
  function preview(form: HTMLFormElement) {
    const typed = PlanForm.safeParse({ ...Object.fromEntries(new FormData(form)), title: 'תוכנית' })
    setParts(typed.success ? planParts(typed.data.amount, typed.data.parts, typed.data.first_on) : [])
  }
  return (
    <RecordForm
      {...ledgerForm}
      fields={fields}
      schema={PlanForm}
      onChange={preview}
      save={({ title, amount, parts: number, first_on }) =>
        add.mutateAsync({ id, title, parts: planParts(amount, number, first_on) })
      }
      saved={(ids) =>
        offerLedgerUndo('תוכנית התשלומים נרשמה', () => voidCharges.mutateAsync({ ids, reason: 'התוכנית נרשמה בטעות' }))
      }
      action="רישום התוכנית"
    >
      {(errors) => (
        <>
          <TextField
            name="title"
            label="עבור מה"
            required
            autoComplete="off"
            maxLength={120}
            placeholder="ליווי משפחתי"
            error={errors['title']}
          />
          <div className="money__pair">
            <TextField
              name="amount"
              label="סכום כולל בשקלים"
              required
              inputMode="decimal"
              autoComplete="off"
              error={errors['amount']}
            />
            <TextField
              name="parts"
              label="כמה תשלומים"
              required
              inputMode="numeric"
              autoComplete="off"
              defaultValue="6"
              error={errors['parts']}
            />
          </div>
          <DayField
            name="first_on"
            label="התשלום הראשון"
            required
            defaultValue={today}
            hint="השאר באותו יום בכל חודש. תאריך שחל בשבת או בחג נדחה ליום שאחריו"
            error={errors['first_on']}
          />
          {parts.length > 0 && (
            <ol className="money__preview" aria-label="התשלומים">
              {parts.map(({ due_on, amount_agorot, moved_from }) => (
                <li key={due_on}>
                  <span>{formatDate(due_on)}</span>
                  <span>{formatMoney(amount_agorot)}</span>
                  {moved_from && <small>במקום {formatDate(moved_from)}</small>}
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </RecordForm>
  )
}

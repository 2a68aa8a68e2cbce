import { useRef, useState } from 'react'
import { PlanForm } from '#features/payments/payment-forms.ts'
import { useAddPlan, useVoidCharges } from '#features/payments/payments.data.ts'
import { type PlanPart, planParts } from '#features/payments/plan-dates.ts'
import { formatDate } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useLedgerForm } from './use-ledger-form.ts'

type Props = { contactId: string; open: boolean; today: string; onClose: () => void }

/** Splits an amount into monthly instalments. Dates avoid days of rest and are previewed first. */
export function PlanDialog({ open, onClose, ...rest }: Props) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="תוכנית תשלומים">
      {open && <PlanFields {...rest} onClose={onClose} />}
    </Dialog>
  )
}

function PlanFields({ contactId, today, onClose }: Omit<Props, 'open'>) {
  const add = useAddPlan(contactId)
  const voidCharges = useVoidCharges(contactId)
  const { id, faults, read, write, isBusy } = useLedgerForm(PlanForm, onClose)
  const form = useRef<HTMLFormElement>(null)
  const [parts, setParts] = useState<PlanPart[]>([])
  function preview() {
    const typed = PlanForm.safeParse({ ...Object.fromEntries(new FormData(form.current!)), title: 'תוכנית' })
    setParts(typed.success ? planParts(typed.data.amount, typed.data.parts, typed.data.first_on) : [])
  }
  return (
    <form
      ref={form}
      noValidate
      onChange={preview}
      onSubmit={(event) => {
        const typed = read(event)
        if (!typed) return
        const parts = planParts(typed.amount, typed.parts, typed.first_on)
        void write(add.mutateAsync({ id, title: typed.title, parts }), 'תוכנית התשלומים נרשמה', (ids) =>
          voidCharges.mutateAsync({ ids, reason: 'התוכנית נרשמה בטעות' }),
        )
      }}
    >
      <DialogBody>
        <FormError>{faults['all']}</FormError>
        <TextField
          name="title"
          label="עבור מה"
          required
          autoComplete="off"
          maxLength={120}
          placeholder="ליווי משפחתי"
          error={faults['title']}
        />
        <div className="money__pair">
          <TextField
            name="amount"
            label="סכום כולל בשקלים"
            required
            inputMode="decimal"
            autoComplete="off"
            error={faults['amount']}
          />
          <TextField
            name="parts"
            label="כמה תשלומים"
            required
            inputMode="numeric"
            autoComplete="off"
            defaultValue="6"
            error={faults['parts']}
          />
        </div>
        <TextField
          type="date"
          name="first_on"
          label="התשלום הראשון"
          required
          defaultValue={today}
          hint="השאר באותו יום בכל חודש. תאריך שחל בשבת או בחג נדחה ליום שאחריו"
          error={faults['first_on']}
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
      </DialogBody>
      <FormActions words="רישום התוכנית" busy={isBusy} onBack={onClose} />
    </form>
  )
}

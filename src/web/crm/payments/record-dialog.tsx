import { useState } from 'react'
import { useUserId } from '#client/session-context.tsx'
import { PaymentForm } from '#features/payments/payment-forms.ts'
import { type ShownCharge, useRecordPayment, useVoidPayment } from '#features/payments/payments.data.ts'
import { CASH_LIMIT_AGOROT, handMethods, methodLabels } from '#features/payments/payments.ts'
import { useAddTask } from '#features/tasks/tasks.data.ts'
import { formatMoney, parseMoney } from '#lib/money.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { failed } from '#features/payments/screens/run-with-undo.ts'
import { useLedgerForm } from '#features/payments/screens/use-ledger-form.ts'

/** A payment or refund being recorded, for one charge or the oldest open one. `amount` is in agorot. */
export type Recording = {
  kind: 'payment' | 'refund'
  amount: number
  charge?: Pick<ShownCharge, 'id' | 'title' | 'number'>
}
type Contact = { id: string; full_name: string }
type Props = { contact: Contact; recording: Recording | undefined; today: string; onClose: () => void }

const titles = { payment: 'רישום תשלום', refund: 'רישום החזר' }

export function RecordDialog({ recording, onClose, ...rest }: Props) {
  const charge = recording?.charge
  return (
    <Dialog
      open={recording !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={titles[recording?.kind ?? 'payment']}
      {...(charge && { text: `על ${charge.title}${charge.number ? `, תשלום ${charge.number}` : ''}` })}
    >
      {recording && <Fields recording={recording} onClose={onClose} {...rest} />}
    </Dialog>
  )
}

function Fields({ contact, recording, today, onClose }: Props & { recording: Recording }) {
  const record = useRecordPayment(contact.id)
  const voidPayment = useVoidPayment(contact.id)
  const addTask = useAddTask()
  const userId = useUserId()
  const { id, faults, read, write, isBusy } = useLedgerForm(PaymentForm, onClose)
  const [method, setMethod] = useState<string>('transfer')
  const [amount, setAmount] = useState(recording.amount > 0 ? String(recording.amount / 100) : '')
  const [documentNumber, setDocumentNumber] = useState('')
  const isMuchCash = method === 'cash' && (parseMoney(amount) ?? 0) > CASH_LIMIT_AGOROT
  const documentTask = (agorot: number) => ({
    name: `להפיק מסמך על ${formatMoney(agorot)} ל${contact.full_name}`,
    contact_id: contact.id,
    due_date: today,
    user_id: userId,
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const typed = read(event)
        if (!typed) return
        const { amount: amount_agorot, remind, ...facts } = typed
        const payment = { id, contact_id: contact.id, charge_id: recording.charge?.id ?? null, amount_agorot, ...facts }
        const done = `${typed.kind === 'refund' ? 'ההחזר' : 'התשלום'} נרשם: ${formatMoney(amount_agorot)}`
        void write(record.mutateAsync(payment), done, () => voidPayment.mutateAsync({ id, reason: 'נרשם בטעות' })).then(
          (isDone) => {
            if (isDone && remind && !typed.document_number)
              addTask.mutateAsync(documentTask(amount_agorot)).catch(failed)
          },
        )
      }}
    >
      <input type="hidden" name="kind" value={recording.kind} />
      <DialogBody>
        <FormError>{faults['all']}</FormError>
        <div className="money__pair">
          <TextField
            name="amount"
            label="סכום בשקלים"
            required
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            error={faults['amount']}
          />
          <TextField
            type="date"
            name="paid_on"
            label={method === 'cheque' ? 'התאריך על הצ׳ק' : 'תאריך'}
            required
            defaultValue={today}
            {...(method !== 'cheque' && { max: today })}
            error={faults['paid_on']}
          />
        </div>
        <div className="money__pair">
          <SelectField name="method" label="איך" value={method} onChange={(event) => setMethod(event.target.value)}>
            {handMethods.map((one) => (
              <option key={one} value={one}>
                {methodLabels[one]}
              </option>
            ))}
          </SelectField>
          <TextField
            name="reference"
            label={method === 'cheque' ? 'מספר הצ׳ק' : 'אסמכתה'}
            optional="(לא חובה)"
            autoComplete="off"
            maxLength={60}
            error={faults['reference']}
          />
        </div>
        {isMuchCash && (
          <output className="money__care">
            החוק מגביל תשלום במזומן בעסקאות גדולות. לפני שמקבלים סכום כזה כדאי לבדוק עם הנהלת החשבונות.
          </output>
        )}
        <TextField
          name="document_number"
          label="מספר הקבלה או החשבונית"
          optional="(לא חובה)"
          hint="המסמך עצמו מופק בתוכנת החשבוניות"
          autoComplete="off"
          maxLength={40}
          value={documentNumber}
          onChange={(event) => setDocumentNumber(event.target.value)}
          error={faults['document_number']}
        />
        {!documentNumber.trim() && <CheckField name="remind" label="להוסיף לי משימה להפיק מסמך" defaultChecked />}
        <TextField
          name="note"
          label="הערה"
          optional="(לא חובה)"
          autoComplete="off"
          maxLength={300}
          error={faults['note']}
        />
      </DialogBody>
      <FormActions words={titles[recording.kind]} busy={isBusy} onBack={onClose} />
    </form>
  )
}

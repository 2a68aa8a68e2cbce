import { useState } from 'react'
import { useUserId } from '#client/session-context.tsx'
import { PaymentForm } from '#features/payments/payment-forms.ts'
import {
  type ShownCharge,
  type ShownPayment,
  useRecordPayment,
  useVoidPayment,
} from '#features/payments/payments.data.ts'
import { CASH_LIMIT_AGOROT, manualMethods, methodLabels } from '#features/payments/payments.ts'
import { useAddTask } from '#features/tasks/tasks.data.ts'
import { useDocumentService } from '#features/tax-documents/tax-documents.data.ts'
import { formatMoney } from '#lib/money.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { formatDate } from '#lib/time/dates.ts'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { failed, offerLedgerUndo } from '#features/payments/screens/run-with-undo.ts'
import { ledgerForm, newEntryId } from '#features/payments/screens/ledger-form.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import type { FieldErrors } from '#platform/editing/use-validated-form.ts'

/**
 * Records a payment for one charge or the oldest open one, or a refund of one payment. `amount` is in agorot: the due or the refundable
 * amount.
 */
export type Recording = {
  kind: 'payment' | 'refund'
  amount: number
  charge?: Pick<ShownCharge, 'id' | 'title' | 'number'>
  payment?: Pick<ShownPayment, 'id' | 'amount_agorot' | 'paid_on' | 'charge_id' | 'method'>
}
type Contact = { id: string; full_name: string }
type Props = { contact: Contact; recording: Recording | undefined; today: string; onClose: () => void }

const titles = { payment: 'רישום תשלום', refund: 'רישום החזר' }

export function RecordPaymentDialog({ recording, onClose, ...form }: Props) {
  const text = recording && aboutOf(recording)
  return (
    <RecordDialog
      open={recording !== undefined}
      onClose={onClose}
      title={titles[recording?.kind ?? 'payment']}
      {...(text && { text })}
    >
      {recording && <RecordPayment recording={recording} {...form} />}
    </RecordDialog>
  )
}

function aboutOf({ charge, payment, amount }: Recording): string | undefined {
  if (payment)
    return `על התשלום מ־${formatDate(payment.paid_on)}, ${formatMoney(payment.amount_agorot)}. אפשר להחזיר עד ${formatMoney(amount)}.`
  return charge && `על ${charge.title}${charge.number ? `, תשלום ${charge.number}` : ''}`
}

type FormProps = Omit<Props, 'recording' | 'onClose'> & { recording: Recording }

function RecordPayment({ contact, recording, today }: FormProps) {
  const record = useRecordPayment(contact.id)
  const voidPayment = useVoidPayment(contact.id)
  const addTask = useAddTask()
  const userId = useUserId()
  const [id] = useState(newEntryId)
  const documentTask = (agorot: number) => ({
    name: `להפיק מסמך על ${formatMoney(agorot)} ל${contact.full_name}`,
    contact_id: contact.id,
    due_date: today,
    user_id: userId,
  })
  return (
    <RecordForm
      {...ledgerForm}
      schema={PaymentForm}
      values={{ kind: recording.kind }}
      save={({ kind, amount, method, paid_on, reference, document_number, note, refund_reason }) =>
        record.mutateAsync({
          id,
          contact_id: contact.id,
          charge_id: recording.charge?.id ?? recording.payment?.charge_id ?? null,
          refund_of: recording.payment?.id ?? null,
          refund_reason: refund_reason ?? null,
          amount_agorot: amount,
          kind,
          method,
          paid_on,
          reference,
          document_number,
          note,
        })
      }
      saved={(_, { kind, amount, remind, document_number }) => {
        offerLedgerUndo(`${kind === 'refund' ? 'ההחזר' : 'התשלום'} נרשם: ${formatMoney(amount)}`, () =>
          voidPayment.mutateAsync({ id, reason: 'נרשם בטעות' }),
        )
        if (remind && !document_number) addTask.mutateAsync(documentTask(amount)).catch(failed)
      }}
      action={titles[recording.kind]}
    >
      {(errors) => <PaymentFields recording={recording} today={today} errors={errors} />}
    </RecordForm>
  )
}

function PaymentFields({ recording, today, errors }: Pick<FormProps, 'recording' | 'today'> & { errors: FieldErrors }) {
  const [method, setMethod] = useState<string>(
    manualMethods.find((one) => one === recording.payment?.method) ?? 'transfer',
  )
  const [amount, setAmount] = useState(recording.amount > 0 ? String(recording.amount / 100) : '')
  const [documentNumber, setDocumentNumber] = useState('')
  // The document service issues the document without a task.
  const isIssued = useDocumentService().data?.issuesRecorded
  const isMuchCash = method === 'cash' && (parseMoney(amount) ?? 0) > CASH_LIMIT_AGOROT
  return (
    <>
      <div className="money__pair">
        <TextField
          name="amount"
          label="סכום בשקלים"
          required
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          error={errors['amount']}
        />
        <DayField
          name="paid_on"
          label={method === 'cheque' ? 'התאריך על הצ׳ק' : 'תאריך'}
          required
          defaultValue={today}
          error={errors['paid_on']}
        />
      </div>
      <div className="money__pair">
        <SelectField name="method" label="איך" value={method} onChange={(event) => setMethod(event.target.value)}>
          {manualMethods.map((one) => (
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
          error={errors['reference']}
        />
      </div>
      {recording.kind === 'refund' && (
        <TextField
          name="refund_reason"
          label="למה הכסף מוחזר"
          required
          autoComplete="off"
          maxLength={300}
          error={errors['refund_reason']}
        />
      )}
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
        error={errors['document_number']}
      />
      {!isIssued && !documentNumber.trim() && (
        <CheckField name="remind" label="להוסיף לי משימה להפיק מסמך" defaultChecked />
      )}
      <TextField
        name="note"
        label="הערה"
        optional="(לא חובה)"
        autoComplete="off"
        maxLength={300}
        error={errors['note']}
      />
    </>
  )
}

// Forms in the order dialog: cancelling an order, ending a charge without a response, and recording a payment outside
// of a provider.
import { useState } from 'react'
import { methodLabels } from '#features/payments/payments.ts'
import { RecordForm } from '#platform/editing/record-dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { CancelOrderForm, MarkPaidForm, amountInputValue } from '../order-forms.ts'
import { type ShownAttempt, type ShownOrder, useMoveOrder } from '../order-list.data.ts'
import { refusals } from '../orders.ts'

export function CancelOrder({ order }: { order: ShownOrder }) {
  const move = useMoveOrder()
  return (
    <RecordForm
      schema={CancelOrderForm}
      refusals={refusals}
      save={({ reason }) => move.mutateAsync({ kind: 'cancelled', orderId: order.id, reason })}
      saved="ההזמנה בוטלה"
      action="ביטול ההזמנה"
      actionLook="danger"
      busyAction="מבטלים"
    >
      {(errors) => (
        <>
          <p>המקום ששמור להזמנה משתחרר. אם עמוד התשלום שלה עוד פתוח ומשלמים בו, התשלום ייקלט ותיפתח משימה.</p>
          <TextField name="reason" label="למה" required autoComplete="off" maxLength={300} error={errors['reason']} />
        </>
      )}
    </RecordForm>
  )
}

export function EndCharge({ order, attempt }: { order: ShownOrder; attempt: ShownAttempt }) {
  const move = useMoveOrder()
  return (
    <RecordForm
      schema={CancelOrderForm}
      refusals={refusals}
      save={({ reason }) => move.mutateAsync({ kind: 'charge_ended', orderId: order.id, attempt: attempt.id, reason })}
      saved="החיוב נסגר"
      action="סגירת החיוב"
      actionLook="danger"
      busyAction="סוגרים"
    >
      {(errors) => (
        <>
          <p>
            כדאי לבדוק קודם אצל חברת הסליקה. אם החיוב בוצע, רושמים את התשלום לפני הסגירה. אם לא, החיוב יידחה, תצא עליו
            הודעה מראש, ואז יחויב הכרטיס השמור.
          </p>
          <TextField
            name="reason"
            label="על סמך מה"
            required
            autoComplete="off"
            maxLength={300}
            error={errors['reason']}
          />
        </>
      )}
    </RecordForm>
  )
}

const byHand = ['transfer', 'bit', 'cash', 'cheque'] as const

export function MarkOrderPaid({ order }: { order: ShownOrder }) {
  const move = useMoveOrder()
  const [payment] = useState(() => crypto.randomUUID())
  return (
    <RecordForm
      schema={MarkPaidForm}
      refusals={refusals}
      fields={{ more_than_ordered: 'amount' }}
      save={({ amount, method, reference, reason }) =>
        move.mutateAsync({
          kind: 'paid_by_hand',
          orderId: order.id,
          payment,
          amountAgorot: amount,
          method,
          ...(reference && { reference }),
          reason,
        })
      }
      saved="התשלום נרשם על ההזמנה"
      action="רישום התשלום"
    >
      {(errors) => (
        <>
          <TextField
            name="amount"
            label="סכום בשקלים"
            required
            inputMode="decimal"
            autoComplete="off"
            defaultValue={amountInputValue(order.amount_agorot - order.paid_agorot)}
            error={errors['amount']}
          />
          <SelectField name="method" label="איך" error={errors['method']}>
            {byHand.map((method) => (
              <option key={method} value={method}>
                {methodLabels[method]}
              </option>
            ))}
          </SelectField>
          <TextField
            name="reference"
            label="אסמכתה"
            optional="(לא חובה)"
            autoComplete="off"
            maxLength={60}
            error={errors['reference']}
          />
          <TextField
            name="reason"
            label="על סמך מה"
            hint="למשל: ההעברה מופיעה בחשבון הבנק"
            required
            autoComplete="off"
            maxLength={300}
            error={errors['reason']}
          />
        </>
      )}
    </RecordForm>
  )
}

import { useState } from 'react'
import { refusalCode } from '#client/refusal.ts'
import { formatMoney } from '#lib/money.ts'
import { RecordForm } from '#platform/editing/record-dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { RefundForm, amountInputValue } from '../order-forms.ts'
import { type ShownAttempt, type ShownOrder, useRefundOrder } from '../order-list.data.ts'
import { refusals } from '../orders.ts'
import { RefundCalculator } from './refund-calculator.tsx'

type Props = { order: ShownOrder; attempt: ShownAttempt; leftAgorot: number }

/** Refunds through the provider. The refund due by law is computed beside it; staff choose the amount. */
export function RefundOrder({ order, attempt, leftAgorot }: Props) {
  const refund = useRefundOrder()
  const [id, setId] = useState(() => crypto.randomUUID())
  const [amount, setAmount] = useState(amountInputValue(leftAgorot))
  return (
    <RecordForm
      schema={RefundForm}
      refusals={refusals}
      fields={{ refund_too_large: 'amount' }}
      save={(typed) =>
        refund
          .mutateAsync({ refund: id, attemptId: attempt.id, amountAgorot: typed.amount, reason: typed.reason })
          .catch((error: unknown) => {
            // A refusal is final: the next submission is another request.
            if (refusalCode(error) === 'refund_refused') setId(crypto.randomUUID())
            throw error
          })
      }
      saved="ההחזר בוצע אצל חברת הסליקה"
      action="ביצוע ההחזר"
      actionLook="danger"
      busyAction="מחזירים"
    >
      {(errors) => (
        <>
          <RefundCalculator
            order={order}
            leftAgorot={leftAgorot}
            onTake={(agorot) => setAmount(amountInputValue(agorot))}
          />
          <TextField
            name="amount"
            label="סכום להחזר בשקלים"
            required
            inputMode="decimal"
            autoComplete="off"
            hint={`נשאר להחזיר: ${formatMoney(leftAgorot)}`}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            error={errors['amount']}
          />
          <TextField name="reason" label="למה" required autoComplete="off" maxLength={300} error={errors['reason']} />
        </>
      )}
    </RecordForm>
  )
}

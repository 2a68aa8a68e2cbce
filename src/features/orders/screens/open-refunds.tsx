import { useState } from 'react'
import { formatMoney } from '#lib/money.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { SettleRefundForm } from '../order-forms.ts'
import { type OpenRefund, useOpenRefunds, useSettleRefund } from '../order-list.data.ts'
import { refusals } from '../orders.ts'

/**
 * Refunds without a response. The nightly comparison settles most of them; staff settle those they looked up at the
 * provider.
 */
export function OpenRefunds() {
  const { data = [] } = useOpenRefunds()
  const [closing, setClosing] = useState<OpenRefund>()
  const close = () => setClosing(undefined)
  return (
    <>
      {data.length > 0 && (
        <section className="orders__refunds" aria-labelledby="open-refunds">
          <h2 id="open-refunds">החזרים בלי תשובה</h2>
          <p>חברת הסליקה לא ענתה אם ההחזר בוצע. ההשוואה הלילית בודקת זאת, ואפשר גם לבדוק אצלה ולרשום כאן.</p>
          <Table label="החזרים שמחכים לבדיקה">
            <thead>
              <tr>
                <th scope="col">הזמנה</th>
                <th scope="col">סכום</th>
                <th scope="col">נשלח</th>
                <th scope="col">מה קרה</th>
              </tr>
            </thead>
            <tbody>
              {data.map((refund) => (
                <tr key={refund.id}>
                  <td>
                    <Ltr>{refund.orders.number}</Ltr>
                    <small>
                      <bdi>{refund.orders.name}</bdi>
                    </small>
                  </td>
                  <td>{formatMoney(refund.amount_agorot)}</td>
                  <td>
                    {formatDate(refund.created_at)}
                    <small>{formatTime(refund.created_at)}</small>
                  </td>
                  <td>
                    <Button
                      size="sm"
                      aria-label={`רישום מה קרה: החזר של הזמנה ${refund.orders.number}`}
                      onClick={() => setClosing(refund)}
                    >
                      רישום מה קרה
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
      <RecordDialog
        open={closing !== undefined}
        onClose={close}
        title={closing ? `החזר של הזמנה ${closing.orders.number}` : ''}
      >
        {closing && <SettleRefund refund={closing} />}
      </RecordDialog>
    </>
  )
}

function SettleRefund({ refund }: { refund: OpenRefund }) {
  const settle = useSettleRefund()
  return (
    <RecordForm
      schema={SettleRefundForm}
      refusals={refusals}
      save={(typed) => settle.mutateAsync({ orderId: refund.order_id, refund: refund.id, ...typed })}
      saved="מצב ההחזר נרשם"
      action="רישום"
    >
      {(errors) => (
        <>
          <p>
            החזר של {formatMoney(refund.amount_agorot)}, <bdi>{refund.orders.name}</bdi>. הרישום אינו שולח כסף: הוא כותב
            מה כבר קרה אצל חברת הסליקה.
          </p>
          <SelectField name="status" label="מה קרה" required defaultValue="" error={errors['status']}>
            <option value="" disabled>
              בחירה
            </option>
            <option value="done">הכסף הוחזר</option>
            <option value="refused">הכסף לא הוחזר</option>
          </SelectField>
          <TextField
            name="reason"
            label="על סמך מה"
            hint="למשל: הזיכוי מופיע בחשבון אצל חברת הסליקה"
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

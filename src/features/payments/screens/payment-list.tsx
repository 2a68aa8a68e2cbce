import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { type ShownCharge, type ShownPayment, useVoidPayment } from '#features/payments/payments.data.ts'
import { refundableAmount } from '#features/payments/balance.ts'
import { methodLabels } from '#features/payments/payments.ts'
import { formatDate } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { Table } from '#ui/lists/table.tsx'
import { runWithUndo } from './run-with-undo.ts'
import { NotesDialog } from './notes-dialog.tsx'
import { VoidDialog } from './void-dialog.tsx'

type Props = {
  contactId: string
  payments: readonly ShownPayment[]
  charges: readonly ShownCharge[]
  mayWrite: boolean
  mayRefund: boolean
  today: string
  onRefund: (payment: ShownPayment, leftAgorot: number) => void
  /** The tax document of a payment and its actions; undefined while it loads. */
  documentOf: (payment: ShownPayment) => { cell: ReactNode; items: ReactNode } | undefined
}

/** Payments and refunds, newest first. */
export function PaymentList({ contactId, payments, charges, mayWrite, mayRefund, today, onRefund, documentOf }: Props) {
  const [voiding, setVoiding] = useState<ShownPayment>()
  const [noted, setNoted] = useState<ShownPayment>()
  const voidPayment = useVoidPayment(contactId)
  const makeGood = ({ id, void_reason: reason }: ShownPayment) =>
    void runWithUndo(voidPayment.mutateAsync({ id, reason: null }), 'התשלום חזר לתוקף', () =>
      voidPayment.mutateAsync({ id, reason }),
    )
  return (
    <div className="money__part">
      <div className="money__head">
        <h2>תשלומים שהתקבלו</h2>
      </div>
      {payments.length === 0 ? (
        <p className="money__none">עוד לא נרשמו תשלומים.</p>
      ) : (
        <Table label="תשלומים שהתקבלו">
          <thead>
            <tr>
              <th scope="col">תאריך</th>
              <th scope="col">איך</th>
              <th scope="col">סכום</th>
              <th scope="col">מסמך</th>
              <th scope="col" className="table__wide">
                מי רשם
              </th>
              {mayWrite && (
                <th scope="col">
                  <span className="vh">פעולות</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {payments.map((payment) => (
              <tr key={payment.id} className={payment.voided_at ? 'is-void' : undefined}>
                <td className="money__when">{formatDate(payment.paid_on)}</td>
                <td className="money__what">
                  {methodLabels[payment.method]}
                  <Details payment={payment} payments={payments} charges={charges} />
                </td>
                <td className="money__amount">
                  {payment.kind === 'refund'
                    ? `החזר ${formatMoney(payment.amount_agorot)}`
                    : formatMoney(payment.amount_agorot)}
                  {!payment.voided_at && payment.paid_on > today && <small>עוד לא הגיע מועדו</small>}
                </td>
                <td className="money__state">
                  {payment.voided_at ? (
                    <Badge kind="outline">בוטל</Badge>
                  ) : documentOf(payment) ? (
                    documentOf(payment)?.cell
                  ) : payment.document_number ? (
                    <Ltr>{payment.document_number}</Ltr>
                  ) : (
                    <Badge kind="warning">עוד לא הופק</Badge>
                  )}
                </td>
                <td className="table__wide">
                  <Recorder id={payment.recorded_by} />
                </td>
                {mayWrite && (
                  <td className="money__acts">
                    {(payment.kind === 'payment' || mayRefund) && (
                      <Menu
                        align="end"
                        trigger={
                          <Button
                            look="ghost"
                            size="sm"
                            iconOnly
                            aria-label={`פעולות על התשלום מ־${formatDate(payment.paid_on)}, ${formatMoney(payment.amount_agorot)}`}
                            icon={<Icon of={Ellipsis} />}
                          />
                        }
                      >
                        {!payment.voided_at && documentOf(payment)?.items}
                        <MenuItem onSelect={() => setNoted(payment)}>מסמך והערה</MenuItem>
                        {mayRefund && refundableAmount(payment, payments) > 0 && (
                          <MenuItem onSelect={() => onRefund(payment, refundableAmount(payment, payments))}>
                            רישום החזר
                          </MenuItem>
                        )}
                        {payment.voided_at ? (
                          <MenuItem onSelect={() => makeGood(payment)}>החזרת הרישום לתוקף</MenuItem>
                        ) : (
                          <MenuItem danger onSelect={() => setVoiding(payment)}>
                            ביטול הרישום
                          </MenuItem>
                        )}
                      </Menu>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <NotesDialog
        contactId={contactId}
        // Uses the current row, so that the next save after a conflict is based on the newer version.
        payment={payments.find(({ id }) => id === noted?.id) ?? noted}
        onClose={() => setNoted(undefined)}
      />
      <VoidDialog
        target={
          voiding && {
            title: 'לבטל את הרישום?',
            text: 'התשלום יישאר ברשימה, מסומן כמבוטל, ולא ייכלל ביתרה. אם הכסף הוחזר, רשמו החזר במקום זה.',
            done: 'הרישום בוטל',
          }
        }
        onClose={() => setVoiding(undefined)}
        onVoid={(reason) => voidPayment.mutateAsync({ id: voiding!.id, reason })}
      />
    </div>
  )
}

type DetailsProps = Pick<Props, 'payments' | 'charges'> & { payment: ShownPayment }

function Details({ payment, payments, charges }: DetailsProps) {
  const refunded = payments.find(({ id }) => id === payment.refund_of)
  const charge = charges.find(({ id }) => id === payment.charge_id)
  return (
    <>
      {payment.reference && (
        <small>
          {payment.method === 'cheque' ? 'צ׳ק' : 'אסמכתה'} <Ltr>{payment.reference}</Ltr>
        </small>
      )}
      {charge && (
        <small>
          על <bdi>{charge.title}</bdi>
          {charge.number && `, תשלום ${charge.number}`}
        </small>
      )}
      {payment.note && (
        <small>
          <bdi>{payment.note}</bdi>
        </small>
      )}
      {refunded && (
        <small>
          {`על התשלום מ־${formatDate(refunded.paid_on)}, ${formatMoney(refunded.amount_agorot)}. הסיבה: `}
          <bdi>{payment.refund_reason}</bdi>
        </small>
      )}
      {payment.void_reason && <small>בוטל: {payment.void_reason}</small>}
    </>
  )
}

const Recorder = ({ id }: { id: string | null }) => useStaffName()(id) ?? '–'

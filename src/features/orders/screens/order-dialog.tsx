// One order: its payer, its payment attempts and the actions of staff.
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatPhone } from '#lib/format-phone.ts'
import { formatMoney } from '#lib/money.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { may } from '#platform/accounts/permissions.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { RecordDialog } from '#platform/editing/record-dialog.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DialogBody } from '#ui/layers/dialog.tsx'
import { Ltr } from '#ui/ltr.tsx'
import type { ShownAttempt, ShownOrder } from '../order-list.data.ts'
import { attemptStateText } from '../attempt-state.ts'
import { attemptMethodLabels, attentionLabels, statusLabels } from '../order-list.ts'
import { refundableOf } from '../refundable.ts'
import { CancelOrder, EndCharge, MarkOrderPaid } from './order-change-forms.tsx'
import { statusLooks } from './order-table.tsx'
import { RefundOrder } from './refund-form.tsx'

type Step =
  | { name: 'show' | 'cancel' | 'paid' }
  | { name: 'end'; attempt: ShownAttempt }
  | { name: 'refund'; attempt: ShownAttempt; leftAgorot: number }

type Props = { order: ShownOrder | undefined; onClose: () => void; documentsOf: (orderId: string) => ReactNode }

export function OrderDialog({ order, onClose, documentsOf }: Props) {
  const [step, setStep] = useState<Step>({ name: 'show' })
  const close = () => {
    setStep({ name: 'show' })
    onClose()
  }
  const titles = {
    show: order ? `הזמנה ${order.number}` : '',
    cancel: 'לבטל את ההזמנה?',
    paid: 'רישום תשלום על ההזמנה',
    end: 'לסגור את החיוב?',
    refund: 'החזר ללקוח',
  }
  return (
    <RecordDialog open={order !== undefined} onClose={close} title={titles[step.name]}>
      {order && step.name === 'show' && <Details order={order} onStep={setStep} documents={documentsOf(order.id)} />}
      {order && step.name === 'cancel' && <CancelOrder order={order} />}
      {order && step.name === 'paid' && <MarkOrderPaid order={order} />}
      {order && step.name === 'end' && <EndCharge order={order} attempt={step.attempt} />}
      {order && step.name === 'refund' && <RefundOrder order={order} {...step} />}
    </RecordDialog>
  )
}

type DetailsProps = { order: ShownOrder; onStep: (step: Step) => void }

function Details({ order, onStep, documents }: DetailsProps & { documents: ReactNode }) {
  const roles = useOwnRoles()
  const isOpen = ['pending', 'awaiting_payment', 'failed'].includes(order.status)
  const mayMove = may(roles, 'record payments')
  return (
    <DialogBody>
      <p>
        <Badge kind={statusLooks[order.status] ?? 'outline'}>{statusLabels[order.status]}</Badge>
      </p>
      {order.attention && <p className="order__alert">{attentionLabels[order.attention]}</p>}
      <dl className="order__facts">
        <Fact label="מי">
          <Link to={`/crm/contacts/${order.contact_id}`}>
            <bdi>{order.name}</bdi>
          </Link>
        </Fact>
        <Fact label="דוא״ל">
          <Ltr>{order.email}</Ltr>
        </Fact>
        {order.phone && (
          <Fact label="טלפון">
            <Ltr>{formatPhone(order.phone)}</Ltr>
          </Fact>
        )}
        <Fact label="מוצר">
          <bdi>{order.title}</bdi>
        </Fact>
        {order.bump_title && (
          <Fact label="תוספת">
            <bdi>{order.bump_title}</bdi>, {formatMoney(order.bump_agorot)}
          </Fact>
        )}
        {order.coupons && (
          <Fact label="קופון">
            <Ltr>{order.coupons.code}</Ltr>, {formatMoney(-order.discount_agorot)}
          </Fact>
        )}
        <Fact label="סכום">{formatMoney(order.amount_agorot)}</Fact>
        {order.paid_agorot > 0 && <Fact label="שולם">{formatMoney(order.paid_agorot)}</Fact>}
        {order.refunded_agorot > 0 && <Fact label="זוכה">{formatMoney(order.refunded_agorot)}</Fact>}
        <Fact label="נפתחה">{moment(order.created_at)}</Fact>
        {order.paid_at && <Fact label="שולמה">{moment(order.paid_at)}</Fact>}
      </dl>
      {order.payment_attempts.map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} order={order} onStep={onStep} />
      ))}
      {order.order_refunds.map((refund) => (
        <p key={refund.id}>
          החזר {formatMoney(refund.amount_agorot)}: {refundStates[refund.status]}. הסיבה: <bdi>{refund.reason}</bdi>
          {refund.settle_reason && (
            <>
              . נרשם ידנית: <bdi>{refund.settle_reason}</bdi>
            </>
          )}
        </p>
      ))}
      {documents}
      <div className="order__acts">
        {mayMove && (isOpen || order.status === 'partially_paid') && (
          <Button look="primary" onClick={() => onStep({ name: 'paid' })}>
            רישום תשלום
          </Button>
        )}
        {mayMove && isOpen && <Button onClick={() => onStep({ name: 'cancel' })}>ביטול ההזמנה</Button>}
        <Link to={`/crm/payment/${order.contact_id}`}>לחשבון של הלקוח</Link>
      </div>
    </DialogBody>
  )
}

const moment = (at: string) => `${formatDate(at)}, ${formatTime(at)}`

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const refundStates: Record<ShownOrder['order_refunds'][number]['status'], string> = {
  requested: 'נשלח לחברת הסליקה',
  done: 'בוצע',
  refused: 'לא אושר',
  unknown: 'בבדיקה מול חברת הסליקה',
}

type AttemptProps = DetailsProps & { attempt: ShownAttempt }

/**
 * One payment attempt, with the refund form while an amount is refundable, and the end of a charge without a response.
 */
function Attempt({ attempt, order, onStep }: AttemptProps) {
  const roles = useOwnRoles()
  const mayRefund = may(roles, 'record refunds')
  const { method, last4, installments } = attempt
  const isSilent = order.attention === 'provider_silent' && attempt.by_token && attempt.state === 'created'
  const leftAgorot = refundableOf(attempt, order)
  return (
    <div className="order__acts">
      <p>
        {attempt.is_stand_in ? 'הדמיה' : providers[attempt.provider]}: {attemptStateText(attempt)}
        {method && `, ${attemptMethodLabels[method]}`}
        {last4 && (
          <>
            {' '}
            <Ltr>{`•••• ${last4}`}</Ltr>
          </>
        )}
        {installments !== null && installments > 1 && `, ${installments} תשלומים`}
      </p>
      {isSilent && may(roles, 'record payments') && (
        <Button size="sm" onClick={() => onStep({ name: 'end', attempt })}>
          סגירת החיוב
        </Button>
      )}
      {mayRefund && leftAgorot > 0 && (
        <Button size="sm" onClick={() => onStep({ name: 'refund', attempt, leftAgorot })}>
          החזר
        </Button>
      )}
    </div>
  )
}

const providers = { cardcom: 'CardCom', payplus: 'PayPlus', manual: 'רישום ידני' } as const

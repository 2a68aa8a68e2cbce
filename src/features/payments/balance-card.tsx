import './balance-card.css'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { dayOf, formatDayNear } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { computeBalance } from './balance.ts'
import { useLedger } from './payments.data.ts'

/** Summary of a contact's payments, for a sidebar. */
export function BalanceCard({ contactId }: { contactId: string }) {
  const { data, error, refetch } = useLedger([contactId])
  const today = dayOf(useNow())
  const path = `/crm/payment/${contactId}`
  if (!data)
    return (
      error && (
        <Block title="תשלומים" action={<More to={path}>לכל התשלומים</More>}>
          <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
        </Block>
      )
    )
  const { charges, charged, paid, owed, overdue, next } = computeBalance(data.charges, data.payments, today)
  const parts = charges.filter(({ plan_id }) => next?.plan_id && plan_id === next.plan_id).length
  if (data.charges.length + data.payments.length === 0)
    return (
      <Block title="תשלומים" action={<More to={path}>רישום</More>}>
        <BlockText>עוד אין חיובים או תשלומים.</BlockText>
      </Block>
    )
  return (
    <Block title="תשלומים" action={<More to={path}>לכל התשלומים</More>}>
      <div className="balance">
        <p>
          <b>{formatMoney(paid)}</b> {charged > 0 && <small>מתוך {formatMoney(charged)}</small>}
        </p>
        {charged > 0 && <progress max={charged} value={Math.max(0, Math.min(paid, charged))} aria-label="כמה שולם" />}
        {overdue > 0 && <small className="balance__late">באיחור: {formatMoney(overdue)}</small>}
        {owed < 0 && <small>יתרת זכות: {formatMoney(-owed)}</small>}
        {next && (
          <small>
            {next.number
              ? `תשלום ${next.number}${next.payment_plans?.renews_every ? '' : ` מתוך ${parts}`}: `
              : 'החיוב הבא: '}
            {formatDayNear(next.due_on, today)}, {formatMoney(next.amount_agorot - next.paid_agorot)}
          </small>
        )}
      </div>
    </Block>
  )
}

const More = ({ to, children }: { to: string; children: string }) => (
  <Link className={buttonClasses({ look: 'ghost', size: 'sm' })} to={to}>
    {children}
  </Link>
)

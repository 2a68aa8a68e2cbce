import type { Balance } from '#features/payments/balance.ts'
import type { ShownCharge } from '#features/payments/payments.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'

/** One balance figure with its breakdown. */
export function BalanceTile({ balance }: { balance: Balance<ShownCharge> }) {
  const { charged, paid, owed, overdue, onTheWay, next } = balance
  return (
    <section className="money" aria-label="יתרה">
      <div className="money__main">
        <span>{owed > 0 ? 'יתרה לתשלום' : owed < 0 ? 'יתרת זכות' : 'יתרה'}</span>
        <b>{formatMoney(Math.abs(owed))}</b>
        <small>
          {charged > 0 ? `שולמו ${formatMoney(paid)} מתוך ${formatMoney(charged)}` : `התקבלו ${formatMoney(paid)}`}
        </small>
        {charged > 0 && <progress max={charged} value={Math.max(0, Math.min(paid, charged))} aria-label="כמה שולם" />}
      </div>
      <dl className="money__more">
        {overdue > 0 && (
          <div className="money__late">
            <dt>באיחור</dt>
            <dd>{formatMoney(overdue)}</dd>
          </div>
        )}
        {onTheWay > 0 && (
          <div>
            <dt>צ׳קים שמועדם לא הגיע</dt>
            <dd>{formatMoney(onTheWay)}</dd>
          </div>
        )}
        {next && (
          <div>
            <dt>{next.state === 'overdue' ? 'החיוב הפתוח הישן ביותר' : 'החיוב הבא'}</dt>
            <dd>
              {formatMoney(next.amount_agorot - next.paid_agorot)} <small>{formatDate(next.due_on)}</small>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

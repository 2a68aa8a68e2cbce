import './balance-card.css'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { dayOf } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { computeBalance } from './balance.ts'
import { useLedger } from './payments.data.ts'

type Payer = { id: string; full_name: string }

/** Paid and outstanding amounts of each household member, and the total. */
export function HouseholdBalance({ members }: { members: readonly Payer[] }) {
  const { data, error, refetch } = useLedger(members.map(({ id }) => id).toSorted())
  const today = dayOf(useNow())
  if (!data)
    return (
      error && (
        <Block title="תשלומים">
          <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
        </Block>
      )
    )
  const rows = members.map((member) => ({
    ...member,
    ...computeBalance(
      data.charges.filter(({ contact_id }) => contact_id === member.id),
      data.payments.filter(({ contact_id }) => contact_id === member.id),
      today,
    ),
  }))
  const sum = (of: 'paid' | 'charged' | 'overdue' | 'owed') => rows.reduce((total, row) => total + row[of], 0)
  const paid = sum('paid')
  const charged = sum('charged')
  if (data.charges.length + data.payments.length === 0)
    return (
      <Block title="תשלומים">
        <BlockText>עוד אין חיובים או תשלומים.</BlockText>
        <PayerLinks payers={members} />
      </Block>
    )
  return (
    <Block title="תשלומים">
      <div className="balance">
        <p>
          <b>{formatMoney(paid)}</b> {charged > 0 && <small>מתוך {formatMoney(charged)}</small>}
        </p>
        {charged > 0 && <progress max={charged} value={Math.max(0, Math.min(paid, charged))} aria-label="כמה שולם" />}
        {sum('overdue') > 0 && <small className="balance__late">באיחור: {formatMoney(sum('overdue'))}</small>}
        {sum('owed') < 0 && <small>יתרת זכות: {formatMoney(-sum('owed'))}</small>}
      </div>
      <PayerLinks payers={rows} />
    </Block>
  )
}

const PayerLinks = ({ payers }: { payers: readonly (Payer & { owed?: number })[] }) => (
  <ul className="balance__payers">
    {payers.map(({ id, full_name, owed = 0 }) => (
      <li key={id}>
        <Link to={`/crm/payment/${id}`}>
          <bdi>{full_name}</bdi>
        </Link>
        {owed > 0 && <span>נותרו {formatMoney(owed)}</span>}
      </li>
    ))}
  </ul>
)

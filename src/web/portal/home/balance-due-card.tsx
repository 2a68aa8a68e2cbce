import { Link } from 'react-router'
import { balanceDue, useMyLedger } from '#features/portal/portal.data.ts'
import { formatMoney } from '#lib/money.ts'
import { dayOf } from '#lib/time/dates.ts'
import { PortalCard } from '../portal-card.tsx'
import { portalPath } from '../portal-tabs.ts'

export function BalanceDueCard({ now }: { now: Date }) {
  const { data = [] } = useMyLedger()
  const owed = balanceDue(data, dayOf(now))
  if (owed <= 0) return null
  return (
    <PortalCard id="home-owed" title="נשאר לשלם" aside={<Link to={`${portalPath}/payments`}>לפירוט</Link>}>
      <p className="portal-sum">{formatMoney(owed)}</p>
    </PortalCard>
  )
}

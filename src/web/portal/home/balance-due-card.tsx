import { Link } from 'react-router'
import { summarizeLedger } from '#features/portal/ledger-summary.ts'
import { useMyLedger } from '#features/portal/portal.data.ts'
import { formatMoney } from '#lib/money.ts'
import { dayOf, formatDayNear } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { PortalCard } from '../portal-card.tsx'
import { portalPath } from '../portal-tabs.ts'

const NEXT_SHOWN_DAYS = 14

/** The amount due now, or else a charge of the next two weeks. */
export function BalanceDueCard({ now }: { now: Date }) {
  const { data = [] } = useMyLedger()
  const today = dayOf(now)
  const { due, next } = summarizeLedger(data, today)
  const soon = next && next.day <= addDays(today, NEXT_SHOWN_DAYS) ? next : undefined
  if (due === 0 && !soon) return null
  return (
    <PortalCard
      id="home-owed"
      title={due > 0 ? 'לתשלום עכשיו' : 'התשלום הבא'}
      aside={<Link to={`${portalPath}/payments`}>לפירוט</Link>}
    >
      <p className="portal-sum">{formatMoney(due || soon!.amount)}</p>
      {due === 0 && <p>ב־{formatDayNear(soon!.day, today)}</p>}
    </PortalCard>
  )
}

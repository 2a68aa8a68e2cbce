// A deal's own page: the same record that opens beside the board, with an address of its own.
import './deal.css'
import { Link, useParams } from 'react-router'
import { useDeal } from '#features/opportunities/deal.data.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Loading } from '#ui/spinner.tsx'
import { FailedToLoad } from '../failed-to-load.tsx'
import { useScreenTitle } from '../shell/screen-title.tsx'
import { DealRecord } from './deal-record.tsx'

export function Component() {
  const { opportunityId = '' } = useParams()
  const { data: deal, error, isPending, refetch } = useDeal(opportunityId)
  useScreenTitle(deal?.name ?? 'הזדמנות')
  if (isPending) return <Loading page size="lg" />
  if (error && !deal) return <FailedToLoad error={error} onRetry={() => void refetch()} />
  if (!deal) return <NoDeal />
  return (
    <div className="view">
      <DealRecord key={deal.id} deal={deal} heading="h1" />
    </div>
  )
}

const NoDeal = () => (
  <div className="view">
    <EmptyState
      title="ההזדמנות לא נמצאה"
      text="ייתכן שנמחקה, או שאין לכם גישה אליה."
      action={
        <Link className="btn btn--primary" to="/crm/pipeline">
          לצינור המכירות
        </Link>
      }
    />
  </div>
)

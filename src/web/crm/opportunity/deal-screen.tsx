// A deal's own page: the same record that opens beside the board, with an address of its own.
import './deal.css'
import { ArrowRight } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { useOpportunity } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { readLastList } from '#features/saved-views/last-list.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '../failed-to-load.tsx'
import { dealSearch } from '../pipeline/deal-search.ts'
import { useScreenTitle } from '../shell/screen-title.tsx'
import { DealRecord } from './deal-record.tsx'

export function Component() {
  const { opportunityId = '' } = useParams()
  const { data: deal, error, isPending, refetch } = useOpportunity(opportunityId)
  useScreenTitle(deal?.name ?? 'הזדמנות')
  if (isPending) return <Loading page size="lg" />
  if (error && !deal) return <FailedToLoad insteadOf={deal} error={error} onRetry={() => void refetch()} />
  if (!deal) return <NoDeal />
  return (
    <div className="view">
      <Link className="deal-record__back" to={{ pathname: '/crm/pipeline', search: backTo() }}>
        <Icon of={ArrowRight} />
        לצינור המכירות
      </Link>
      <DealRecord key={deal.id} deal={deal} heading="h1" />
    </div>
  )
}

/** The list as it stood when one left it, without the deal that lay open beside it. */
const backTo = () => dealSearch(readLastList('opportunities')?.search ?? '', null)

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

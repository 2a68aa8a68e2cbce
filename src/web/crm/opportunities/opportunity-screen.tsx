// The page of an opportunity: the same record as in the side sheet of the board, at a separate route.
import '#features/opportunities/screens/opportunity.css'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { useOpportunity } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { readLastList } from '#platform/saved-views/last-list.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { withOpenOpportunity } from '#features/opportunities/screens/open-opportunity-param.ts'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { OpportunityRecord } from './opportunity-record.tsx'

export function Component() {
  const opportunityId = useIdParam('opportunityId')
  const { data: opportunity, error, isPending, refetch } = useOpportunity(opportunityId)
  useScreenTitle(opportunity?.name ?? 'הזדמנות')
  if (isPending) return <Loading page size="lg" />
  if (error && !opportunity)
    return <FailedToLoad insteadOf={opportunity} error={error} onRetry={() => void refetch()} />
  if (!opportunity) return <NoDeal />
  return (
    <div className="view">
      <Link className="deal-record__back" to={{ pathname: '/crm/pipeline', search: backTo() }}>
        <Icon of={ArrowRight} />
        לצינור המכירות
      </Link>
      <OpportunityRecord key={opportunity.id} opportunity={opportunity} heading="h1" />
    </div>
  )
}

/** The last query string of the list, without the open opportunity. */
const backTo = () => withOpenOpportunity(readLastList('opportunities')?.search ?? '', null)

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

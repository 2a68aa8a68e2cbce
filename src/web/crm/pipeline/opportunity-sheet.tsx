import '#features/opportunities/screens/opportunity.css'
import { useNavigate } from 'react-router'
import { Maximize2 } from 'lucide-react'
import { useOpportunity } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Sheet } from '#ui/layers/sheet.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { opportunityPath } from '#features/opportunities/screens/opportunity-path.ts'
import { OpportunityRecord } from '../opportunities/opportunity-record.tsx'
import { withOpenOpportunity } from '#features/opportunities/screens/open-opportunity-param.ts'

/** The opportunity record in a side sheet over the list. */
export function OpportunitySheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(open) => !open && onClose()}
      title="הזדמנות"
      action={
        id && (
          <Button
            look="ghost"
            size="sm"
            iconOnly
            aria-label="פתיחה בעמוד מלא"
            title="פתיחה בעמוד מלא"
            icon={<Icon of={Maximize2} />}
            onClick={() => void navigate(opportunityPath(id))}
          />
        )
      }
    >
      {id && <Record id={id} />}
    </Sheet>
  )
}

function Record({ id }: { id: string }) {
  const { data: opportunity, error, isPending, refetch } = useOpportunity(id)
  if (isPending) return <Loading page />
  if (error && !opportunity)
    return <FailedToLoad insteadOf={opportunity} error={error} onRetry={() => void refetch()} />
  if (!opportunity) return <EmptyState title="ההזדמנות לא נמצאה" text="ייתכן שנמחקה, או שאין לכם גישה אליה." />
  return (
    <OpportunityRecord
      key={opportunity.id}
      opportunity={opportunity}
      heading="h2"
      pathOf={(next) => withOpenOpportunity(location.search, next)}
    />
  )
}

import '../opportunity/deal.css'
import { useNavigate } from 'react-router'
import { Maximize2 } from 'lucide-react'
import { useOpportunity } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Sheet } from '#ui/layers/sheet.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '../failed-to-load.tsx'
import { dealPath } from '../opportunity/deal-path.ts'
import { DealRecord } from '../opportunity/deal-record.tsx'
import { dealSearch } from './deal-search.ts'

/** A deal beside the list it was opened from; the list stays where it was. */
export function DealSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
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
            onClick={() => void navigate(dealPath(id))}
          />
        )
      }
    >
      {id && <Record id={id} />}
    </Sheet>
  )
}

function Record({ id }: { id: string }) {
  const { data: deal, error, isPending, refetch } = useOpportunity(id)
  if (isPending) return <Loading page />
  if (error && !deal) return <FailedToLoad insteadOf={deal} error={error} onRetry={() => void refetch()} />
  if (!deal) return <EmptyState title="ההזדמנות לא נמצאה" text="ייתכן שנמחקה, או שאין לכם גישה אליה." />
  return <DealRecord key={deal.id} deal={deal} heading="h2" pathOf={(next) => dealSearch(location.search, next)} />
}

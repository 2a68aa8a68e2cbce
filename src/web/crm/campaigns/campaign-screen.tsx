// One campaign: the composer while it is a draft, the report afterwards.
import '#features/campaigns/screens/email.css'
import '#features/campaigns/screens/campaign.css'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCampaign } from '#features/campaigns/campaigns.data.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { CampaignReport } from './campaign-report.tsx'
import { Composer } from './composer.tsx'

export function Component() {
  const campaignId = useIdParam('campaignId')
  const { data: campaign, error, isPending, refetch } = useCampaign(campaignId)
  const [round, setRound] = useState(0)
  useScreenTitle(campaign?.name ?? 'דיוור')
  if (isPending) return <Loading page size="lg" />
  if (error && !campaign) return <FailedToLoad insteadOf={campaign} error={error} onRetry={() => void refetch()} />
  if (!campaign) return <NoCampaign />
  if (campaign.status !== 'draft') return <CampaignReport campaign={campaign} />
  // A refetched row remounts the editor, so that earlier edits are never saved over it.
  return (
    <Composer
      key={`${campaignId} ${round}`}
      opened={campaign}
      onReread={() => void refetch().then(() => setRound(round + 1))}
    />
  )
}

const NoCampaign = () => (
  <div className="view">
    <EmptyState
      title="אין דיוור כזה"
      text="ייתכן שמישהו מחק את הטיוטה."
      action={
        <Link className="btn btn--primary" to="/crm/email">
          לכל הדיוורים
        </Link>
      }
    />
  </div>
)

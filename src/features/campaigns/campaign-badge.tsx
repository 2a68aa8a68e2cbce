import type { ComponentProps } from 'react'
import { type CampaignStatus, statusLabels } from '#features/campaigns/campaigns.ts'
import { Badge } from '#ui/badge.tsx'

const kinds: Record<CampaignStatus, ComponentProps<typeof Badge>['kind']> = {
  draft: 'outline',
  scheduled: 'info',
  sending: 'accent',
  paused: 'warning',
  sent: 'success',
  cancelled: 'outline',
}

export const CampaignBadge = ({ status }: { status: CampaignStatus }) => (
  <Badge {...(kinds[status] && { kind: kinds[status] })}>{statusLabels[status]}</Badge>
)

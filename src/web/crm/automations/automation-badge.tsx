import type { ShownAutomation } from '#features/automations/automations.data.ts'
import { statusLabels } from '#features/automations/automations.ts'
import { Badge } from '#ui/badge.tsx'

type Props = { status: ShownAutomation['status']; pausedBecause: ShownAutomation['paused_because'] }

const kinds = { draft: 'outline', enabled: 'success', paused: 'warning', archived: undefined } as const
const reasons = { breaker: 'יותר מדי כישלונות', loop: 'מעגל של אוטומציות', owner: undefined } as const

export function AutomationBadge({ status, pausedBecause }: Props) {
  const kind = kinds[status]
  const reason = pausedBecause && reasons[pausedBecause]
  return (
    <Badge {...(kind && { kind })}>
      {statusLabels[status]}
      {reason && `: ${reason}`}
    </Badge>
  )
}

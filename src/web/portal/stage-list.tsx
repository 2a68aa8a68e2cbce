import type { ComponentProps } from 'react'
import type { ShownStage } from '#features/processes/processes.data.ts'
import { type StageStatus, stageStatusLabels } from '#features/processes/processes.ts'
import { Badge } from '#ui/badge.tsx'
import { PortalCard } from './portal-card.tsx'

const kinds: Partial<Record<StageStatus, ComponentProps<typeof Badge>['kind']>> = {
  active: 'accent',
  waiting_client: 'warning',
  waiting_coach: 'info',
  done: 'success',
}

/** All stages in order, with description and status. */
export const StageList = ({ stages, current }: { stages: readonly ShownStage[]; current: ShownStage | undefined }) => (
  <PortalCard id="all-stages" title="כל השלבים">
    <ol className="portal-stages">
      {stages.map((instance) => (
        <li key={instance.id} {...(instance === current && { 'aria-current': 'step' })}>
          <div className="portal-stages__head">
            <h3>
              <bdi>{instance.stage.name}</bdi>
            </h3>
            <Badge kind={kinds[instance.status]}>{stageStatusLabels[instance.status]}</Badge>
          </div>
          {instance.stage.description && <p dir="auto">{instance.stage.description}</p>}
        </li>
      ))}
    </ol>
  </PortalCard>
)

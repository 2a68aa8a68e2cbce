import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { ShownStage } from '#features/processes/processes.data.ts'
import { type StageStatus, stageStatusLabels } from '#features/processes/stage-progress.ts'
import { Badge } from '#ui/badge.tsx'
import { PortalCard } from './portal-card.tsx'
import { portalPath } from './portal-tabs.ts'

const kinds: Partial<Record<StageStatus, ComponentProps<typeof Badge>['kind']>> = {
  active: 'accent',
  waiting_client: 'warning',
  waiting_coach: 'info',
  done: 'success',
}

type Props = { stages: readonly ShownStage[]; current: ShownStage | undefined; title?: string; aside?: string }

/** All stages in order, with description and status. An opened stage links to its page. */
export const StageList = ({ stages, current, title = 'כל השלבים', aside }: Props) => (
  <PortalCard id={`stages-${stages[0]?.id ?? ''}`} title={title} aside={aside}>
    <ol className="portal-stages">
      {stages.map((instance) => (
        <li key={instance.id} {...(instance === current && { 'aria-current': 'step' })}>
          <div className="portal-stages__head">
            <h3>
              {instance.status === 'locked' ? (
                <bdi>{instance.stage.name}</bdi>
              ) : (
                <Link to={`${portalPath}/process/${instance.id}`}>
                  <bdi>{instance.stage.name}</bdi>
                </Link>
              )}
            </h3>
            <Badge kind={kinds[instance.status]}>{stageStatusLabels[instance.status]}</Badge>
          </div>
          {instance.stage.description && <p dir="auto">{instance.stage.description}</p>}
        </li>
      ))}
    </ol>
  </PortalCard>
)

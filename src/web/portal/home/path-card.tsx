// The path of one process: its stages from right to left, and the goal of the current one.
import { Link } from 'react-router'
import type { ShownProcess, ShownStage } from '#features/processes/processes.data.ts'
import { currentStage, progressText, type StageStatus } from '#features/processes/stage-progress.ts'
import { formatDayNear } from '#lib/time/dates.ts'
import { type Step, Stepper } from '#ui/forms/stepper.tsx'
import { GoalProgress } from '../goal-progress.tsx'
import { PortalCard } from '../portal-card.tsx'
import { portalPath } from '../portal-tabs.ts'

type Props = { process: ShownProcess; now: Date }

export function PathCard({ process: { id, stages, template }, now }: Props) {
  const current = currentStage(stages)
  const name = template?.name ?? 'תהליך הליווי'
  return (
    <PortalCard id={`way-${id}`} title="הדרך שלכם" aside={[name, progressText(stages)].filter(Boolean).join(', ')}>
      {stages.length === 0 ? (
        <p className="portal-quiet">השלבים של התהליך עוד לא נקבעו. הם יופיעו כאן.</p>
      ) : (
        <Stepper label={`השלבים: ${name}`} steps={stages.map((stage) => stepOf(stage, stage === current, now))} />
      )}
      {current?.stage.goal && <GoalProgress current={current} />}
      {stages.length > 0 && (
        <p>
          <Link to={`${portalPath}/process`}>לכל השלבים</Link>
        </p>
      )}
    </PortalCard>
  )
}

const stateOf: Record<StageStatus, Step['state']> = {
  locked: 'next',
  active: 'next',
  waiting_client: 'next',
  waiting_coach: 'next',
  done: 'done',
  skipped: 'done',
}

function stepOf({ id, status, stage, due_on, done_at }: ShownStage, isCurrent: boolean, now: Date): Step {
  const step = { id, name: stage.name, state: isCurrent ? ('now' as const) : stateOf[status] }
  if (isCurrent) return { ...step, more: 'כאן אתם עכשיו' }
  if (status === 'done') return { ...step, more: done_at ? `הושלם ב־${formatDayNear(done_at, now)}` : 'הושלם' }
  if (status === 'skipped') return { ...step, more: 'דולג' }
  return due_on ? { ...step, more: `עד ${formatDayNear(due_on, now)}` } : step
}

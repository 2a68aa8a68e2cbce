import './process-card.css'
import { Check } from 'lucide-react'
import { useNow } from '#client/now.ts'
import { useActiveProcesses } from './active-processes.data.ts'
import type { ShownStage } from './processes.data.ts'
import { currentStage } from './stage-progress.ts'
import { formatDayNear } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

type Props = { contactId: string; whose?: string }

/** Progress of a client's process. Renders nothing without a process. `whose`: the client's name, if several are shown. */
export function ProcessCard({ contactId, whose }: Props) {
  const now = useNow()
  const { data: processes = [] } = useActiveProcesses(contactId)
  return processes.map(({ id, template, stages }) => {
    const current = currentStage(stages)
    return (
      <Block
        key={id}
        title={template?.name ?? 'תהליך הליווי'}
        action={
          <span className="quiet">
            {stages.filter(({ status }) => status === 'done').length}/{stages.length}
          </span>
        }
      >
        {whose && (
          <BlockText>
            <bdi>{whose}</bdi>
          </BlockText>
        )}
        <ol className="way">
          {stages.map((stage) => (
            <ProcessStage key={stage.id} stage={stage} isCurrent={stage === current} now={now} />
          ))}
        </ol>
      </Block>
    )
  })
}

type StageProps = { stage: ShownStage; isCurrent: boolean; now: Date }

function ProcessStage({ stage, isCurrent, now }: StageProps) {
  const isDone = stage.status === 'done' || stage.status === 'skipped'
  const when = whenOf(stage, now)
  return (
    <li
      className={isDone ? 'way__done' : isCurrent ? 'way__now' : undefined}
      {...(isCurrent && { 'aria-current': 'step' })}
    >
      <span className="way__dot" aria-hidden="true">
        {isDone && <Icon of={Check} />}
      </span>
      <span>
        <bdi>{stage.stage.name}</bdi>
        {when && <small>{when}</small>}
      </span>
      {isCurrent && <Badge kind="accent">{waitsFor[stage.status] ?? 'פעיל'}</Badge>}
    </li>
  )
}

const waitsFor: Partial<Record<ShownStage['status'], string>> = {
  waiting_client: 'מחכה ללקוחות',
  waiting_coach: 'מחכה לנו',
}

function whenOf({ status, done_at: doneAt, due_on: dueOn }: ShownStage, now: Date): string | undefined {
  if (status === 'skipped') return 'דולג'
  if (doneAt) return `הושלם ב־${formatDayNear(doneAt, now)}`
  return dueOn ? `עד ${formatDayNear(dueOn, now)}` : undefined
}

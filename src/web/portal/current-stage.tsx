import type { ReactNode } from 'react'
import type { ShownStage } from '#features/processes/processes.data.ts'
import { calendarLeaf, dayOf, formatDayNear, relativeDay } from '#lib/time/dates.ts'
import { PortalCard } from './portal-card.tsx'

const turns: Partial<Record<ShownStage['status'], string>> = {
  waiting_client: 'עכשיו התור שלכם: השלב מחכה לכם.',
  waiting_coach: 'עכשיו התור שלנו. אין מה לעשות, נעדכן כשנסיים.',
}

type Props = {
  current: ShownStage
  now: Date
  deep?: boolean
  /** The link to the stage's page; omitted in previews and in the public example. */
  action?: ReactNode
}

/** The current stage of the family, and its due date. */
export function CurrentStage({ current: { stage, status, due_on }, now, deep = true, action }: Props) {
  const leaf = due_on && calendarLeaf(due_on)
  return (
    <PortalCard id="current-stage" title="השלב שלכם עכשיו" deep={deep}>
      <div className="portal-now">
        {leaf && (
          <div className="portal-leaf" aria-hidden="true">
            <span>{leaf.month}</span>
            <b>{leaf.day}</b>
          </div>
        )}
        <div>
          <b className="portal-now__name">
            <bdi>{stage.name}</bdi>
          </b>
          {due_on && <p>{dueText(due_on, now)}</p>}
        </div>
      </div>
      {stage.description && <p dir="auto">{stage.description}</p>}
      {turns[status] && <p className="portal-now__turn">{turns[status]}</p>}
      {action && <div className="portal-actions">{action}</div>}
    </PortalCard>
  )
}

/** A past due date is not shown as overdue. */
function dueText(due_on: string, now: Date) {
  const today = dayOf(now)
  if (due_on < today) return `תוכנן עד ${formatDayNear(due_on, now)}`
  return `עד ${formatDayNear(due_on, now)}, ${relativeDay(due_on, today)}`
}

import { Calendar, CalendarClock, CircleAlert, CircleDashed } from 'lucide-react'
import { dayOf, formatTime, relativeDay } from '#lib/time/dates.ts'
import { dueText } from '#lib/time/due.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import type { BoardCard } from './board/board.ts'
import { nextStepState } from './opportunities.ts'

type Props = {
  card: Pick<BoardCard, 'status' | 'next_step' | 'next_step_at' | 'next_step_task_id'>
  now: Date
  /** When the contact's next appointment starts. */
  appointmentAt?: string | undefined
}

/** The next step and the next appointment of an open opportunity. Renders nothing for a closed one. */
export function NextStep({ card, now, appointmentAt }: Props) {
  if (card.status !== 'open') return null
  return (
    <>
      {appointmentAt && (
        <div className="deal__next">
          <Icon of={CalendarClock} />
          <span>
            פגישה: {relativeDay(dayOf(appointmentAt), dayOf(now))}, {formatTime(appointmentAt)}
          </span>
        </div>
      )}
      {(card.next_step || !appointmentAt) && <NextTask card={card} now={now} />}
    </>
  )
}

function NextTask({ card, now }: Pick<Props, 'card' | 'now'>) {
  if (!card.next_step)
    return (
      <div className="deal__next deal__next--none">
        <Icon of={CircleDashed} />
        <span>אין צעד הבא</span>
      </div>
    )
  const isLate = nextStepState(card, now) === 'overdue'
  const due = dueText(card.next_step, now)
  return (
    <div className={isLate ? 'deal__next deal__next--late' : 'deal__next'}>
      <Icon of={isLate ? CircleAlert : Calendar} />
      <span>
        {isLate && <span className="vh">באיחור: </span>}
        <bdi>{card.next_step.name}</bdi>
        {due && `: ${due}`}
      </span>
    </div>
  )
}

import { Calendar, CircleAlert, CircleDashed } from 'lucide-react'
import { dueInWords } from '#lib/time/due.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import type { BoardCard } from './board/board.ts'
import { nextStepState } from './opportunities.ts'

/** The next step of an open opportunity, and whether it is overdue. Renders nothing for a closed one. */
export function NextStep({
  card,
  now,
}: {
  card: Pick<BoardCard, 'status' | 'next_step' | 'next_step_at' | 'next_step_task_id'>
  now: Date
}) {
  if (card.status !== 'open') return null
  if (!card.next_step)
    return (
      <div className="deal__next deal__next--none">
        <Icon of={CircleDashed} />
        <span>אין צעד הבא</span>
      </div>
    )
  const isLate = nextStepState(card, now) === 'overdue'
  const due = dueInWords(card.next_step, now)
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

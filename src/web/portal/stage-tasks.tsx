import type { ShownStage } from '#features/processes/processes.data.ts'
import type { StageTask } from '#features/processes/processes.ts'
import { tasksOfClient } from '#features/processes/stage-progress.ts'
import { dayOf, formatDayNear } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { count } from '#lib/hebrew/count.ts'
import { PortalCard } from './portal-card.tsx'

/** The family's tasks of a stage; the coach's tasks are hidden. */
export function StageTasks({ current: { stage, opened_at }, now }: { current: ShownStage; now: Date }) {
  const tasks = tasksOfClient(stage.task_template)
  const minutes = tasks.reduce((sum, task) => sum + task.minutes, 0)
  const today = dayOf(now)
  // The planned date, only while it is in the future: overdue dates are not shown.
  const dueText = ({ due_offset }: StageTask) => {
    const day = opened_at && addDays(dayOf(opened_at), due_offset)
    return day && day >= today && `עד ${formatDayNear(day, now)}`
  }
  return (
    <PortalCard id="stage-tasks" title="מה עושים בשלב הזה" aside={`${minutesText(minutes)} בסך הכול`}>
      <ul className="portal-tasks">
        {tasks.map((task) => (
          <li key={task.name}>
            <b>
              <bdi>{task.name}</bdi>
            </b>
            <small>
              {[dueText(task), task.owner === 'both' && 'ביחד', minutesText(task.minutes)].filter(Boolean).join(', ')}
            </small>
          </li>
        ))}
      </ul>
    </PortalCard>
  )
}

const minutesText = (minutes: number) =>
  minutes < 60
    ? count(minutes, { one: 'דקה', two: 'שתי דקות', other: '# דקות' })
    : (minutes % 60 === 0 ? '' : 'כ־') + count(Math.round(minutes / 60), { one: 'שעה', two: 'שעתיים', other: '# שעות' })

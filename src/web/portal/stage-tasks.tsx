import type { ShownStage } from '#features/processes/processes.data.ts'
import { tasksOfClient } from '#features/processes/processes.ts'
import { addDays, dayOf, formatDayInYear } from '#lib/dates.ts'
import { count } from '#lib/hebrew-text.ts'
import { PortalCard } from './portal-card.tsx'

/** What the stage asks of the family, as the plan has it; the coach's own part is left out. */
export function StageTasks({ current: { stage, opened_at } }: { current: ShownStage }) {
  const tasks = tasksOfClient(stage.task_template)
  const minutes = tasks.reduce((sum, task) => sum + task.minutes, 0)
  return (
    <PortalCard title="מה עושים בשלב הזה" aside={`${inMinutes(minutes)} בסך הכול`}>
      <ul className="portal-tasks">
        {tasks.map((task) => (
          <li key={task.name}>
            <b>
              <bdi>{task.name}</bdi>
            </b>
            <small>
              {[
                opened_at && `עד ${formatDayInYear(addDays(dayOf(opened_at), task.due_offset))}`,
                task.owner === 'both' && 'ביחד',
                inMinutes(task.minutes),
              ]
                .filter(Boolean)
                .join(', ')}
            </small>
          </li>
        ))}
      </ul>
    </PortalCard>
  )
}

const inMinutes = (minutes: number) =>
  minutes < 60 || minutes % 60 !== 0
    ? count(minutes, { one: 'דקה', two: 'שתי דקות', other: '# דקות' })
    : count(minutes / 60, { one: 'שעה', two: 'שעתיים', other: '# שעות' })

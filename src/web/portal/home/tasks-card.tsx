import { Link } from 'react-router'
import { useMyTasks } from '#features/portal/portal.data.ts'
import type { ShownStage } from '#features/processes/processes.data.ts'
import { tasksOfClient } from '#features/processes/stage-progress.ts'
import { count } from '#lib/hebrew/count.ts'
import { PortalCard } from '../portal-card.tsx'
import { portalPath } from '../portal-tabs.ts'
import { StageTasks } from '../stage-tasks.tsx'
import { TaskTicks } from '../task-ticks.tsx'

const maxShown = 4

/** The next open tasks with checkboxes. A client without tasks sees those of the stage's plan. */
export function TasksCard({ current, now }: { current: ShownStage | undefined; now: Date }) {
  const { data: tasks } = useMyTasks()
  if (!tasks) return null
  if (tasks.length === 0)
    return current && tasksOfClient(current.stage.task_template).length > 0 ? (
      <StageTasks current={current} now={now} />
    ) : null
  const open = tasks.filter(({ status }) => status !== 'Done')
  return (
    <PortalCard
      id="home-tasks"
      title="המשימות שלכם"
      aside={
        <Link to={`${portalPath}/tasks`}>
          {count(open.length, { one: 'משימה פתוחה אחת', two: 'שתי משימות פתוחות', other: '# משימות פתוחות' })}
        </Link>
      }
    >
      {open.length === 0 ? (
        <p className="portal-quiet">אין משימות פתוחות. כל הכבוד!</p>
      ) : (
        <TaskTicks tasks={open.slice(0, maxShown)} now={now} />
      )}
    </PortalCard>
  )
}

// The client's tasks: open ones by day, then completed ones.
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { type MyTask, useMyTasks } from '#features/portal/portal.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { MetricsCard } from '../metrics-card.tsx'
import { PortalCard } from '../portal-card.tsx'
import { PortalPage } from '../portal-page.tsx'
import { portalPath } from '../portal-tabs.ts'
import { WaitingSignatures } from '../signatures/signatures-card.tsx'
import { TaskTicks } from '../task-ticks.tsx'

export function Component() {
  const { data: tasks, error, refetch } = useMyTasks()
  return (
    <PortalPage title="המשימות שלכם" lead="צעדים קטנים בין הפגישות. מסמנים כאן, ואנחנו רואים את ההתקדמות.">
      {!tasks && !error && <Loading />}
      {!tasks && error && <FailedToLoad insteadOf={tasks} error={error} onRetry={() => void refetch()} />}
      <WaitingSignatures id="tasks-signatures" />
      <MetricsCard />
      {tasks && <Lists tasks={tasks} />}
    </PortalPage>
  )
}

const openTasks = { zero: 'הכול נעשה', one: 'משימה פתוחה אחת', two: 'שתי משימות פתוחות', other: '# משימות פתוחות' }

function Lists({ tasks }: { tasks: readonly MyTask[] }) {
  const now = useNow()
  const done = tasks.filter(({ status }) => status === 'Done').toReversed()
  const open = tasks.filter(({ status }) => status !== 'Done')
  if (tasks.length === 0)
    return (
      <EmptyState
        title="אין כרגע משימות"
        text="משימות של השלב יופיעו כאן כשייפתח."
        action={
          <Link className={buttonClasses({ look: 'secondary' })} to={`${portalPath}/process`}>
            לכל השלבים
          </Link>
        }
      />
    )
  return (
    <>
      <PortalCard id="open-tasks" title="לעשות" aside={count(open.length, openTasks)}>
        {open.length > 0 ? (
          <TaskTicks tasks={open} now={now} />
        ) : (
          <p className="portal-quiet">אין משימות פתוחות. כל הכבוד!</p>
        )}
      </PortalCard>
      {done.length > 0 && (
        <PortalCard id="done-tasks" title="הושלמו">
          <TaskTicks tasks={done} now={now} within=".portal-page" />
        </PortalCard>
      )}
    </>
  )
}

// The task list by due date: own, delegated, or the whole team's.
import '#features/tasks/screens/tasks-screen.css'
import { ListChecks } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { isFiltered, readFilter } from '#features/tasks/task-filter.ts'
import { groupTitles, inGroups } from '#features/tasks/task-groups.ts'
import { useOpenTasks } from '#features/tasks/task-page.data.ts'
import { type ShownTask, useLiveTasks } from '#features/tasks/tasks.data.ts'
import { ViewTabs } from '#platform/saved-views/view-tabs.tsx'
import { dayOf } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { BulkBar } from '#features/tasks/screens/bulk-bar.tsx'
import { DoneTasks } from '#features/tasks/screens/done-tasks.tsx'
import { QuickTaskForm } from '#features/tasks/screens/quick-task-form.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { TaskFilters } from '#features/tasks/screens/task-filters.tsx'
import { TaskGroup } from '#features/tasks/screens/task-group.tsx'
import { useSelection } from '#features/tasks/screens/use-selection.ts'

const builtInViews = [
  { name: 'המשימות שלי', search: '' },
  { name: 'העברתי לאחרים', search: 'who=given' },
  { name: 'כל הצוות', search: 'who=all' },
]

export function Component() {
  useScreenTitle('משימות')
  const now = useNow()
  const nameOf = useStaffName()
  const [params, setParams] = useSearchParams()
  const filter = readFilter(params)
  const open = useOpenTasks(filter, dayOf(now))
  useLiveTasks()
  const editing = params.get('task') ?? undefined
  const setEditing = (id: string | undefined) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (id) next.set('task', id)
        else next.delete('task')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const tasks = shownOf(open.data?.pages.flat() ?? [])
  const groups = inGroups(tasks, now).filter(({ group }) => !filter.due || group === filter.due)
  const selection = useSelection(groups.flatMap((group) => group.tasks))
  const row = { now, nameOf, selection, onEdit: ({ id }: ShownTask) => setEditing(id) }

  return (
    <div className="view tasks">
      <div className="view__head">
        <h1>משימות</h1>
        <div className="view__end">
          <Button
            icon={<Icon of={ListChecks} />}
            aria-pressed={selection.isOn}
            disabled={tasks.length === 0}
            onClick={() => selection.toggle()}
          >
            {selection.isOn ? 'סיום הבחירה' : 'בחירת כמה'}
          </Button>
        </div>
      </div>
      <ViewTabs entity="tasks" search={withoutTask(params)} builtInViews={builtInViews} />
      <TaskFilters />
      {selection.isOn ? (
        <BulkBar selection={selection} now={now} />
      ) : (
        <QuickTaskForm
          now={now}
          of={filter.who === 'mine' || filter.who === 'all' || filter.who === 'given' ? undefined : filter.who}
        />
      )}
      {open.isPending && <Loading page size="lg" />}
      {!open.data && open.error && (
        <FailedToLoad insteadOf={open.data} error={open.error} onRetry={() => void open.refetch()} />
      )}
      {open.data && groups.length === 0 && (
        <EmptyState
          picture={!isFiltered(filter)}
          title={isFiltered(filter) ? 'אין משימות שמתאימות לסינון' : 'אין משימות פתוחות. כל הכבוד'}
          text={
            isFiltered(filter)
              ? 'אפשר לשנות את הסינון, או לחזור לכל המשימות.'
              : 'מוסיפים משימה בשורה שלמעלה, למשל: להתקשר לנועה מחר ב־10.'
          }
          action={
            isFiltered(filter) && (
              <Button onClick={() => setParams(filter.who === 'mine' ? {} : { who: filter.who })}>ניקוי הסינון</Button>
            )
          }
        />
      )}
      {groups.map(({ group, tasks: members }, i) => (
        <TaskGroup
          key={group}
          title={groupTitles[group]}
          tasks={members}
          isLate={group === 'overdue'}
          isCut={open.hasNextPage && i === groups.length - 1}
          {...row}
        />
      ))}
      {open.hasNextPage && (
        <Button busy={open.isFetchingNextPage} onClick={() => void open.fetchNextPage()}>
          הצגת משימות נוספות
        </Button>
      )}
      {!selection.isOn && !filter.due && <DoneTasks filter={filter} {...row} />}
      <TaskDialog id={editing} onClose={() => setEditing(undefined)} />
    </div>
  )
}

/** The open task is not part of the list's query. */
function withoutTask(params: URLSearchParams) {
  const rest = new URLSearchParams(params)
  rest.delete('task')
  return rest.toString()
}

/** Hides tasks that were just completed or deleted. */
const shownOf = (tasks: readonly ShownTask[]) =>
  tasks.filter(({ status, deleted_at }) => deleted_at === null && (status === 'To Do' || status === 'In Progress'))

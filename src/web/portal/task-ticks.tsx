import { refusalText } from '#client/refusal.ts'
import { type MyTask, useHasPartner, useTickTask } from '#features/portal/portal.data.ts'
import { refusals, sharedLabels } from '#features/portal/portal.ts'
import { count } from '#lib/hebrew/count.ts'
import { dayOf, formatDayNear, relativeDay } from '#lib/time/dates.ts'
import { CheckField } from '#ui/forms/field.tsx'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { toast } from '#ui/toast/toast.tsx'

/** Tasks with checkboxes. For a couple, each shows who sees it. `within`: focus container that remains when the list is empty. */
export function TaskTicks({
  tasks,
  now,
  within = '.portal-card',
}: {
  tasks: readonly MyTask[]
  now: Date
  within?: '.portal-card' | '.portal-page'
}) {
  return (
    <ul className="portal-tasks portal-ticks">
      {tasks.map((task) => (
        <Tick key={task.id} task={task} now={now} within={within} />
      ))}
    </ul>
  )
}

function Tick({ task, now, within }: { task: MyTask; now: Date; within: string }) {
  const tick = useTickTask()
  const hasPartner = useHasPartner()
  // A completed task is removed from a list of open ones.
  const rowFocusProps = useRowFocus<HTMLLIElement>({ rows: '.portal-ticks > li', within })
  // mutateAsync: the callbacks of `mutate` are not called after the row unmounts.
  const change = (isDone: boolean) =>
    void tick.mutateAsync({ id: task.id, isDone }).catch((error: unknown) => toast.error(refusalText(error, refusals)))
  return (
    <li className={task.status === 'Done' ? 'portal-tasks__done' : undefined} {...rowFocusProps}>
      <CheckField
        name={task.id}
        label={<bdi>{task.name}</bdi>}
        checked={task.status === 'Done'}
        onChange={(event) => change(event.target.checked)}
      />
      <small>{factsOf(task, now, hasPartner)}</small>
    </li>
  )
}

/** A past day is not shown as overdue. */
function factsOf({ status, due_date, completed_at, minutes, shared_with }: MyTask, now: Date, hasPartner: boolean) {
  const today = dayOf(now)
  const when =
    status === 'Done'
      ? completed_at && `הושלם ב־${formatDayNear(completed_at, now)}`
      : due_date &&
        (due_date < today
          ? `תוכנן עד ${formatDayNear(due_date, now)}`
          : `עד ${formatDayNear(due_date, now)}, ${relativeDay(due_date, today)}`)
  return [
    when,
    minutes && count(minutes, { one: 'דקה', two: 'שתי דקות', other: '# דקות' }),
    hasPartner && shared_with && sharedLabels[shared_with],
  ]
    .filter(Boolean)
    .join(' · ')
}

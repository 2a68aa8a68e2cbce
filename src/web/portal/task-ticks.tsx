import { refusalText } from '#client/refusal.ts'
import { type MyTask, useHasPartner, useTickTask } from '#features/portal/portal.data.ts'
import { refusals, sharedLabels } from '#features/portal/portal.ts'
import { count } from '#lib/hebrew/count.ts'
import { dayOf, formatDayInYear, relativeDay } from '#lib/time/dates.ts'
import { CheckField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Tasks that the client ticks. With a partner, each says who sees it. */
export function TaskTicks({ tasks, now }: { tasks: readonly MyTask[]; now: Date }) {
  const tick = useTickTask()
  const hasPartner = useHasPartner()
  const change = (id: string, isDone: boolean) =>
    tick.mutate({ id, isDone }, { onError: (error) => toast.error(refusalText(error, refusals)) })
  return (
    <ul className="portal-tasks">
      {tasks.map((task) => (
        <li key={task.id} className={task.status === 'Done' ? 'portal-tasks__done' : undefined}>
          <CheckField
            name={task.id}
            label={<bdi>{task.name}</bdi>}
            checked={task.status === 'Done'}
            onChange={(event) => change(task.id, event.target.checked)}
          />
          <small>{factsOf(task, now, hasPartner)}</small>
        </li>
      ))}
    </ul>
  )
}

/** A past day is not shown as overdue. */
function factsOf({ status, due_date, completed_at, minutes, shared_with }: MyTask, now: Date, hasPartner: boolean) {
  const today = dayOf(now)
  const when =
    status === 'Done'
      ? completed_at && `הושלם ב־${formatDayInYear(completed_at)}`
      : due_date &&
        (due_date < today
          ? `תוכנן עד ${formatDayInYear(due_date)}`
          : `עד ${formatDayInYear(due_date)}, ${relativeDay(due_date, today)}`)
  return [
    when,
    minutes && count(minutes, { one: 'דקה', two: 'שתי דקות', other: '# דקות' }),
    hasPartner && shared_with && sharedLabels[shared_with],
  ]
    .filter(Boolean)
    .join(' · ')
}

import '#ui/field.css'
import './task-list.css'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { dayOf } from '#lib/dates.ts'
import { dueInWords } from '#lib/due.ts'
import { toast } from '#ui/toast.tsx'
import { type ShownTask, useTickTask } from './tasks.data.ts'
import { isOverdue, refusals } from './tasks.ts'

/** Tasks to tick off. `withContact` says whom each is about, where that is not plain from the page. */
export function TaskList({
  tasks,
  now,
  withContact = false,
}: {
  tasks: readonly ShownTask[]
  now: Date
  withContact?: boolean
}) {
  const tick = useTickTask()
  return (
    <ul className="task-list">
      {tasks.map((task) => {
        const isDone = task.status === 'Done'
        const isLate = isOverdue(task, dayOf(now), now)
        const due = dueInWords(task, now)
        return (
          <li key={task.id}>
            <label className="check">
              <input
                type="checkbox"
                checked={isDone}
                onChange={(event) =>
                  tick.mutate(
                    { id: task.id, isDone: event.target.checked },
                    { onError: (error) => toast.error(refusalText(error, refusals), { title: 'המשימה לא עודכנה' }) },
                  )
                }
              />
              <bdi className={isDone ? 'task-list__name task-list__name--done' : 'task-list__name'}>{task.name}</bdi>
            </label>
            {(due || (withContact && task.contact)) && (
              <p className="task-list__more">
                {due && !isDone && (
                  <span className={isLate ? 'task-list__late' : undefined}>{isLate ? `באיחור: ${due}` : due}</span>
                )}
                {withContact && task.contact && (
                  <Link to={`/crm/contacts/${task.contact_id}`}>
                    <bdi>{task.contact.full_name}</bdi>
                  </Link>
                )}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

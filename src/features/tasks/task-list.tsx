import '#ui/field.css'
import './task-list.css'
import { Link } from 'react-router'
import { dayOf } from '#lib/dates.ts'
import { dueInWords } from '#lib/due.ts'
import { useChangeTasks } from './task-changes.data.ts'
import type { ShownTask } from './tasks.data.ts'
import { isOverdue } from './tasks.ts'

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
  const change = useChangeTasks()
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
                onChange={() =>
                  void change({
                    tasks: [task],
                    patch: () => ({ status: isDone ? 'To Do' : 'Done' }),
                    said: isDone ? `המשימה נפתחה שוב: ${task.name}` : `בוצע: ${task.name}`,
                  })
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

import '#ui/forms/field.css'
import './task-row.css'
import { AlarmClock, CircleAlert, Ellipsis, Flag, Pencil, Repeat, Trash2, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { useUserId } from '#client/session-context.tsx'
import { dayOf } from '#lib/time/dates.ts'
import { dueText } from '#lib/time/due.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/layers/menu.tsx'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { SnoozeItems } from './snooze-menu.tsx'
import { recurrenceText } from './recurrence.ts'
import { snoozeTo } from './snooze.ts'
import { typeIcons } from './type-icons.ts'
import { useChangeTasks } from './task-changes.data.ts'
import type { ShownTask } from './tasks.data.ts'
import { isOpen, isOverdue, typeLabels } from './task-labels.ts'

type Props = {
  task: ShownTask
  now: Date
  onEdit: (task: ShownTask) => void
  nameOf: (userId: string | null) => string | undefined
  /** Shows the contact, where the page does not imply it. */
  withContact?: boolean
}

/** One task: a checkbox, its name as a link to the dialog, and a menu to snooze or bin it. */
export function TaskRow({ task, now, onEdit, nameOf, withContact = false }: Props) {
  const change = useChangeTasks()
  const rowFocusProps = useRowFocus<HTMLLIElement>({ rows: '.task-row', within: '.view, .block' })
  const isDone = task.status === 'Done'
  return (
    <li className={isDone ? 'task-row task-row--done' : 'task-row'} {...rowFocusProps}>
      <span className="task-row__tick check">
        <input
          type="checkbox"
          aria-label={`בוצע: ${task.name}`}
          checked={isDone}
          onChange={() => void change(ticked(task))}
        />
      </span>
      <TaskDetails task={task} now={now} onEdit={onEdit} nameOf={nameOf} withContact={withContact} />
      <span className="task-row__end">
        <Menu
          align="end"
          trigger={
            <Button
              look="ghost"
              size="sm"
              iconOnly
              aria-label={`פעולות במשימה ${task.name}`}
              icon={<Icon of={Ellipsis} />}
            />
          }
        >
          <MenuItem icon={Pencil} onSelect={() => onEdit(task)}>
            עריכה
          </MenuItem>
          {isOpen(task) && (
            <>
              <MenuSeparator />
              <SnoozeItems
                now={now}
                onChoose={(later) =>
                  void change({
                    tasks: [task],
                    patch: () => snoozeTo(later, task),
                    toastText: `המשימה נדחתה: ${later.text}`,
                  })
                }
              />
            </>
          )}
          <MenuSeparator />
          <MenuItem icon={Trash2} danger onSelect={() => void change(binChange([task]))}>
            מחיקה
          </MenuItem>
        </Menu>
      </span>
    </li>
  )
}

export function TaskDetails({ task, now, onEdit, nameOf, withContact = false }: Props) {
  const userId = useUserId()
  const isLate = isOverdue(task, dayOf(now), now)
  const due = dueText(task, now)
  const whose =
    task.user_id === userId ? undefined : (nameOf(task.user_id) ?? (task.user_id ? 'מי שכבר לא בצוות' : 'לא שויכה'))
  return (
    <div className="task-row__words">
      <button type="button" className="task-row__name" onClick={() => onEdit(task)}>
        <bdi>{task.name}</bdi>
      </button>
      <div className="task-row__more">
        {task.type !== 'todo' && (
          <span>
            <Icon of={typeIcons[task.type]} />
            {typeLabels[task.type]}
          </span>
        )}
        {due && task.status !== 'Done' && (
          <span className={isLate ? 'task-row__late' : undefined}>
            <Icon of={isLate ? CircleAlert : AlarmClock} />
            {isLate ? `באיחור: ${due}` : due}
          </span>
        )}
        {task.priority === 'high' && task.status !== 'Done' && (
          <span className="task-row__high">
            <Icon of={Flag} />
            עדיפות גבוהה
          </span>
        )}
        {task.rrule && (
          <span>
            <Icon of={Repeat} />
            {recurrenceText(task.rrule)}
          </span>
        )}
        {withContact && task.contact && (
          <Link to={`/crm/contacts/${task.contact_id}`}>
            <bdi>{task.contact.full_name}</bdi>
          </Link>
        )}
        {whose && (
          <span>
            <Icon of={UserRound} />
            <bdi>{whose}</bdi>
          </span>
        )}
      </div>
    </div>
  )
}

const ticked = (task: ShownTask) => {
  const isDone = task.status === 'Done'
  return {
    tasks: [task],
    patch: () => ({ status: isDone ? ('To Do' as const) : ('Done' as const) }),
    toastText: isDone ? `המשימה נפתחה שוב: ${task.name}` : `בוצע: ${task.name}`,
  }
}

/** Bins tasks; they can be restored for thirty days. */
export const binChange = <T extends ShownTask>(tasks: readonly T[]) => ({
  tasks,
  patch: () => ({ deleted_at: new Date().toISOString() }),
  toastText: tasks.length === 1 ? `המשימה נמחקה: ${tasks[0]!.name}` : `${tasks.length} משימות נמחקו`,
})

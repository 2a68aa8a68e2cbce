import { useId } from 'react'
import { TaskRow, TaskDetails } from '#features/tasks/task-row.tsx'
import type { ShownTask } from '#features/tasks/tasks.data.ts'
import { Count } from '#ui/badge.tsx'
import type { Selection } from './use-selection.ts'

export type RowProps = {
  now: Date
  nameOf: (userId: string | null) => string | undefined
  selection: Selection
  onEdit: (task: ShownTask) => void
}
type Props = RowProps & {
  title: string
  tasks: readonly ShownTask[]
  isLate?: boolean
  /** Whether more pages exist. */
  isCut?: boolean
}

/** Tasks of one due period under a heading. */
export function TaskGroup({ title, tasks, isLate = false, isCut = false, selection, ...row }: Props) {
  const id = useId()
  return (
    <section className="task-group" aria-labelledby={id}>
      <h2 id={id}>
        {title}
        <Count hot={isLate}>
          {tasks.length}
          {isCut && '+'}
        </Count>
      </h2>
      <ul className="task-rows">
        {tasks.map((task) =>
          selection.isOn ? (
            <ChoosableRow key={task.id} task={task} selection={selection} {...row} />
          ) : (
            <TaskRow key={task.id} task={task} withContact {...row} />
          ),
        )}
      </ul>
    </section>
  )
}

function ChoosableRow({ task, selection, ...row }: RowProps & { task: ShownTask }) {
  return (
    <li className={selection.has(task.id) ? 'task-row task-row--chosen' : 'task-row'}>
      <span className="task-row__tick check">
        <input
          type="checkbox"
          aria-label={`בחירה: ${task.name}`}
          checked={selection.has(task.id)}
          onChange={({ target, nativeEvent }) =>
            selection.choose(task.id, target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
        />
      </span>
      <TaskDetails task={task} withContact {...row} />
    </li>
  )
}

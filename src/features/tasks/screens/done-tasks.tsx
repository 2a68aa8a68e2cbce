import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { TaskFilter } from '#features/tasks/task-filter.ts'
import { useDoneTasks } from '#features/tasks/task-page.data.ts'
import { TaskRow } from '#features/tasks/task-row.tsx'
import { dayOf } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import type { RowProps } from './task-group.tsx'

/** Completed tasks, collapsed and loaded on expand. */
export function DoneTasks({ filter, ...row }: Omit<RowProps, 'selection'> & { filter: TaskFilter }) {
  const [isOpen, setOpen] = useState(false)
  const done = useDoneTasks(filter, dayOf(row.now), isOpen)
  const tasks = (done.data?.pages.flat() ?? []).filter(({ deleted_at }) => deleted_at === null)
  return (
    <details className="task-group task-group--done" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon of={ChevronDown} />
        <h2>בוצעו</h2>
      </summary>
      {done.isLoading && <Loading />}
      {!done.data && done.error && (
        <FailedToLoad insteadOf={done.data} error={done.error} onRetry={() => void done.refetch()} />
      )}
      {done.data && tasks.length === 0 && <p className="task-group__none">עדיין לא סומנו משימות כבוצעות.</p>}
      <ul className="task-rows">
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} withContact {...row} />
        ))}
      </ul>
      {done.hasNextPage && (
        <Button busy={done.isFetchingNextPage} onClick={() => void done.fetchNextPage()}>
          הצגת הקודמות
        </Button>
      )}
    </details>
  )
}

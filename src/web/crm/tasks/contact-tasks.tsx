import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { TaskRow } from '#features/tasks/task-row.tsx'
import { type TaskScope, useLiveTasks, useTasksAbout } from '#features/tasks/tasks.data.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useQuickAdd } from '#platform/screens/quick-add-context.ts'
import { TaskDialog } from './task-dialog.tsx'

export const ContactTasks = ({ contactId }: { contactId: string }) => (
  <TasksBlock about={{ contactIds: [contactId] }} preset={{ contactId }} />
)

/** Tasks of all members of a household; a new one belongs to the first member unless another is selected. */
export const HouseholdTasks = ({ memberIds }: { memberIds: readonly string[] }) => (
  <TasksBlock about={{ contactIds: memberIds }} preset={{ ...(memberIds[0] && { contactId: memberIds[0] }) }} />
)

/** Tasks of an opportunity. `contactId` is its contact. */
export const OpportunityTasks = ({ opportunityId, contactId }: { opportunityId: string; contactId: string }) => (
  <TasksBlock about={{ opportunityId }} preset={{ contactId, opportunityId }} />
)

type Preset = { contactId?: string; opportunityId?: string }

function TasksBlock({ about, preset }: { about: TaskScope; preset: Preset }) {
  const now = useNow()
  const nameOf = useStaffName()
  const tasks = useTasksAbout(about)
  useLiveTasks()
  const add = useQuickAdd()
  const [editing, setEditing] = useState<string>()
  return (
    <Block
      title="משימות"
      action={
        <Button look="ghost" size="sm" icon={<Icon of={Plus} />} onClick={() => add('task', preset)}>
          משימה
        </Button>
      }
    >
      {tasks.isPending && <Loading />}
      {!tasks.data && tasks.error && (
        <FailedToLoad insteadOf={tasks.data} error={tasks.error} onRetry={() => void tasks.refetch()} />
      )}
      {tasks.data?.length === 0 && <BlockText>אין משימות פתוחות</BlockText>}
      {tasks.data && tasks.data.length > 0 && (
        <ul className="task-rows">
          {tasks.data.map((task) => (
            <TaskRow key={task.id} task={task} now={now} nameOf={nameOf} onEdit={({ id }) => setEditing(id)} />
          ))}
        </ul>
      )}
      <TaskDialog id={editing} onClose={() => setEditing(undefined)} />
    </Block>
  )
}

import '#features/tasks/screens/task-fields.css'
import { type SubmitEvent, useState } from 'react'
import { Link } from 'react-router'
import { type TaskPatch, useChangeTasks } from '#features/tasks/task-changes.data.ts'
import { type ShownTask, useFetchTask, useTask } from '#features/tasks/tasks.data.ts'
import { ConflictNotice, type ForeignChange } from '#ui/states/conflict-notice.tsx'
import { DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { remainingErrors } from '#lib/forms/remaining-errors.ts'
import { useForeignChanges } from '#features/audit/screens/use-foreign-changes.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { type EditableTask, readTask, TaskFields, type TaskErrors } from '#features/tasks/screens/task-fields.tsx'
import { RecordDialog } from '#platform/editing/record-dialog.tsx'

/** Edits a task. Only changed fields are sent, so that concurrent edits of other fields survive. */
export function TaskDialog({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useTask(id)
  // A task that disappears during the edit stays in the form, which shows a message and preserves the input.
  const [opened, setOpened] = useState(data)
  if (data && data !== opened) setOpened(data)
  const task = data ?? (opened?.id === id ? opened : undefined)
  return (
    <RecordDialog open={id !== undefined} onClose={onClose} title="עריכת משימה">
      {task ? (
        <Form key={task.id} task={task} onClose={onClose} />
      ) : isFetching ? (
        <Loading page />
      ) : (
        <DialogBody>
          {error ? (
            <FailedToLoad insteadOf={task} error={error} onRetry={() => void refetch()} />
          ) : (
            <p>המשימה נמחקה, או שאין לכם גישה אליה.</p>
          )}
        </DialogBody>
      )}
    </RecordDialog>
  )
}

function Form({ task: latest, onClose }: { task: ShownTask; onClose: () => void }) {
  // The row when the dialog opened: refetches do not overwrite input.
  const [task] = useState(latest)
  const [seen, setSeen] = useState(latest.version)
  const [errors, setErrors] = useState<TaskErrors>({})
  const [conflict, setConflict] = useState<ForeignChange[]>()
  const [isBusy, setBusy] = useState(false)
  const change = useChangeTasks()
  const readForeignChanges = useForeignChanges('tasks')
  const readAgain = useFetchTask()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const read = readTask(form, task)
    setErrors('errors' in read ? read.errors : {})
    if ('errors' in read) return form.querySelector<HTMLElement>(`[name="${Object.keys(read.errors)[0]}"]`)?.focus()
    const patch = differences(task, read.task)
    if (Object.keys(patch).length === 0) return onClose()
    setBusy(true)
    const known = { ...latest, version: seen }
    const toastText = `המשימה עודכנה: ${read.task.name}`
    if (await change({ tasks: [known], patch: () => patch, onlyAsRead: true, toastText })) return onClose()
    await showConflict()
    setBusy(false)
  }

  /** On a conflict: shows the concurrent changes; the next save applies on top of them. */
  async function showConflict() {
    const now = await readAgain(task.id).catch(() => undefined)
    if (now === null) return setErrors({ form: 'המשימה נמחקה בינתיים, או שאין לכם גישה אליה' })
    if (!now || now.version === seen) return
    setConflict(await readForeignChanges(task.id, seen))
    setSeen(now.version)
  }

  return (
    <form
      onInput={({ currentTarget }) => {
        const read = readTask(currentTarget, task)
        setErrors((shown) => remainingErrors(shown, 'errors' in read ? read.errors : {}))
      }}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <DialogBody>
        <FormError>{errors.form}</FormError>
        {conflict && <ConflictNotice changes={conflict} />}
        <TaskFields task={task} errors={errors} />
        {task.contact && (
          <p className="task-fields__about">
            בעניין{' '}
            <Link to={`/crm/contacts/${task.contact_id}`} onClick={onClose}>
              <bdi>{task.contact.full_name}</bdi>
            </Link>
          </p>
        )}
      </DialogBody>
      <FormActions words="שמירה" busy={isBusy} onBack={onClose} />
    </form>
  )
}

const editable = ['name', 'due_date', 'due_at', 'type', 'priority', 'rrule', 'user_id'] as const

/** Changed fields. Date and time are sent together, because the database derives one from the other. */
function differences(before: EditableTask, after: EditableTask): TaskPatch {
  const isSame = (key: (typeof editable)[number]) =>
    key === 'due_at'
      ? (before.due_at && Date.parse(before.due_at)) === (after.due_at && Date.parse(after.due_at))
      : before[key] === after[key]
  const changed = editable.filter((key) => !isSame(key))
  const dated = changed.some((key) => key === 'due_date' || key === 'due_at')
  const keys = dated ? [...new Set([...changed, 'due_date', 'due_at'] as const)] : changed
  return Object.fromEntries(keys.map((key) => [key, after[key]]))
}

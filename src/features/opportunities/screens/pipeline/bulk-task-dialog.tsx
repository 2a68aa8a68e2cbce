import type { SubmitEvent } from 'react'
import { NewTask } from '#features/tasks/tasks.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'

const BulkTask = NewTask.pick({ name: true }).extend({ due_date: NewTask.shape.due_date })

/** Adds the same task to many opportunities, assigned to each one's owner. */
export function BulkTaskDialog({
  open,
  many,
  onPlan,
  onClose,
}: {
  open: boolean
  many: string
  onPlan: (task: { name: string; due_date: string | null }) => void
  onClose: () => void
}) {
  const { faults, read } = useValidatedForm(BulkTask, { refusals: {} })
  function submit(event: SubmitEvent<HTMLFormElement>) {
    const task = read(event)
    if (task) onPlan({ name: task.name, due_date: task.due_date ?? null })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="משימה לכל אחת"
      text={`${many}. כל משימה תירשם אצל מי שההזדמנות באחריותם.`}
    >
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <TextField
            label="מה צריך לעשות?"
            name="name"
            required
            maxLength={200}
            autoComplete="off"
            dir="auto"
            error={faults['name']}
          />
          <TextField label="עד" optional="(לא חובה)" name="due_date" type="date" error={faults['due_date']} />
        </DialogBody>
        <FormActions words="המשך" busy={false} onBack={onClose} />
      </form>
    </Dialog>
  )
}

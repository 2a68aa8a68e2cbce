import { NewTask } from '#features/tasks/tasks.ts'
import { OptionalDay } from '#lib/forms/form-fields.ts'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'

const BulkTask = z.object({ name: NewTask.shape.name, due_date: OptionalDay })

type Props = {
  open: boolean
  many: string
  onPlan: (task: z.infer<typeof BulkTask>) => void
  onClose: () => void
}

/** Adds the same task to many opportunities, assigned to each one's owner. */
export const BulkTaskDialog = ({ open, many, onPlan, onClose }: Props) => (
  <RecordDialog
    open={open}
    onClose={onClose}
    title="משימה לכל אחת"
    text={`${many}. כל משימה תירשם אצל מי שההזדמנות באחריותם.`}
  >
    <RecordForm schema={BulkTask} refusals={{}} save={async (task) => onPlan(task)} action="המשך">
      {(errors) => (
        <>
          <TextField
            label="מה צריך לעשות?"
            name="name"
            required
            maxLength={200}
            autoComplete="off"
            dir="auto"
            error={errors['name']}
          />
          <DayField label="עד" optional="(לא חובה)" name="due_date" error={errors['due_date']} />
        </>
      )}
    </RecordForm>
  </RecordDialog>
)

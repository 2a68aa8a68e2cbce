import { useAddPipeline, useRenamePipeline } from '#platform/pipelines/editing.data.ts'
import { refusals, type WholePipeline } from '#platform/pipelines/pipelines.ts'
import { TextField } from '#ui/forms/field.tsx'
import { requiredLine } from '#lib/forms/form-fields.ts'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useSeenRow } from '#platform/editing/use-seen-row.ts'

const PipelineName = z.object({ name: requiredLine(80) })
const fields = { pipelines_name_check: 'name' }

type Props = { pipeline?: Pick<WholePipeline, 'id' | 'name' | 'version'>; open: boolean; onClose: () => void }

/** Renames or creates a pipeline. */
export const PipelineNameDialog = ({ pipeline, open, onClose }: Props) => (
  <RecordDialog
    open={open}
    onClose={onClose}
    title={pipeline ? 'שם הצינור' : 'צינור מכירות נוסף'}
    text={pipeline ? undefined : 'לדרך מכירה אחרת, למשל סדנאות או ארגונים. את השלבים אפשר לשנות אחר כך.'}
  >
    <PipelineNameForm pipeline={pipeline} />
  </RecordDialog>
)

function PipelineNameForm({ pipeline }: { pipeline: Props['pipeline'] }) {
  const add = useAddPipeline()
  const rename = useRenamePipeline()
  const { seen, noteConflict } = useSeenRow(pipeline)
  return (
    <RecordForm
      schema={PipelineName}
      refusals={refusals}
      fields={fields}
      save={async ({ name }) => {
        if (seen) await noteConflict(rename.mutateAsync({ seen, name }))
        else await add.mutateAsync(name)
      }}
      saved={pipeline ? 'השם נשמר' : 'הצינור נוסף, עם אותם שלבים כמו בצינור הראשי'}
      action="שמירה"
    >
      {(errors) => (
        <TextField
          label="שם"
          name="name"
          required
          maxLength={80}
          autoComplete="off"
          defaultValue={pipeline?.name ?? ''}
          error={errors['name']}
        />
      )}
    </RecordForm>
  )
}

import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useAddPipeline, useRenamePipeline } from '#platform/pipelines/editing.data.ts'
import { refusals, type WholePipeline } from '#platform/pipelines/pipelines.ts'
import { formText } from '#lib/forms/form-text.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Renames or creates a pipeline. */
export function PipelineNameDialog({
  pipeline,
  open,
  onClose,
}: {
  pipeline?: Pick<WholePipeline, 'id' | 'name' | 'version'>
  open: boolean
  onClose: () => void
}) {
  const add = useAddPipeline()
  const rename = useRenamePipeline()
  const [fault, setFault] = useState<string | undefined>()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = oneLine(formText(new FormData(event.currentTarget), 'name'))
    if (!name) return setFault('שדה חובה')
    const outcome = {
      onSuccess: () => {
        toast.success(pipeline ? 'השם נשמר' : 'הצינור נוסף, עם אותם שלבים כמו בצינור הראשי')
        setFault(undefined)
        onClose()
      },
      onError: (error: Error) => setFault(refusalText(error, refusals)),
    }
    if (pipeline) rename.mutate({ seen: pipeline, name }, outcome)
    else add.mutate(name, outcome)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (isOpen) return
        setFault(undefined)
        onClose()
      }}
      title={pipeline ? 'שם הצינור' : 'צינור מכירות נוסף'}
      text={pipeline ? undefined : 'לדרך מכירה אחרת, למשל סדנאות או ארגונים. את השלבים אפשר לשנות אחר כך.'}
    >
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <TextField
            label="שם"
            name="name"
            required
            maxLength={80}
            autoComplete="off"
            defaultValue={pipeline?.name ?? ''}
            error={fault}
          />
        </DialogBody>
        <FormActions words="שמירה" busy={add.isPending || rename.isPending} onBack={onClose} />
      </form>
    </Dialog>
  )
}

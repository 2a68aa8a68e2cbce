import { useNow } from '#client/now.ts'
import { useSaveTrustMetric } from '#features/trust-metrics/trust-metrics.data.ts'
import { TrustMetricEdit, refusals, type TrustMetric } from '#features/trust-metrics/trust-metrics.ts'
import { dayOf } from '#lib/time/dates.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'

const fields = {
  figure_value_length: 'value',
  figure_label_length: 'label',
  figure_source_length: 'source',
  figure_of_the_future: 'measured_on',
}

export function TrustMetricDialog({
  edited,
  onClose,
}: {
  edited: { figure?: TrustMetric } | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      open={edited !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={edited?.figure ? 'עריכת מספר' : 'מספר חדש'}
    >
      {edited && <TrustMetricForm figure={edited.figure} onDone={onClose} />}
    </Dialog>
  )
}

function TrustMetricForm({ figure, onDone }: { figure: TrustMetric | undefined; onDone: () => void }) {
  const { faults, read, refused } = useValidatedForm(TrustMetricEdit, { refusals, fields })
  const saving = useSaveTrustMetric()
  const now = useNow()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const typed = read(event)
        if (!typed) return
        saving.mutate(
          { ...(figure ? { id: figure.id } : { position: 1000 }), ...typed },
          {
            onSuccess() {
              toast.success('המספר נשמר')
              onDone()
            },
            onError: refused,
          },
        )
      }}
    >
      <DialogBody>
        <FormError>{faults['all']}</FormError>
        <TextField
          name="value"
          label="המספר"
          required
          autoComplete="off"
          hint="כפי שיופיע: 640, 4.9, ‎11+"
          defaultValue={figure?.value}
          error={faults['value']}
        />
        <TextField
          name="label"
          label="מה הוא סופר"
          required
          autoComplete="off"
          hint="למשל: משפחות סיימו תהליך מלא"
          defaultValue={figure?.label}
          error={faults['label']}
        />
        <TextField
          name="source"
          label="מאיפה זה ידוע"
          required
          autoComplete="off"
          hint="למשל: רשימת התהליכים שהסתיימו במערכת"
          defaultValue={figure?.source}
          error={faults['source']}
        />
        <TextField
          type="date"
          name="measured_on"
          label="נכון ליום"
          required
          defaultValue={figure?.measured_on ?? dayOf(now)}
          error={faults['measured_on']}
        />
      </DialogBody>
      <FormActions words="שמירת המספר" busy={saving.isPending} onBack={onDone} />
    </form>
  )
}

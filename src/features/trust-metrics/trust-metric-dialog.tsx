import { useNow } from '#client/now.ts'
import { useSaveTrustMetric } from '#features/trust-metrics/trust-metrics.data.ts'
import { TrustMetricEdit, refusals, type TrustMetric } from '#features/trust-metrics/trust-metrics.ts'
import { dayOf } from '#lib/time/dates.ts'
import { TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

const fields = {
  figure_value_length: 'value',
  figure_label_length: 'label',
  figure_source_length: 'source',
  figure_of_the_future: 'measured_on',
}

type Props = { edited: { figure?: TrustMetric } | undefined; onClose: () => void }

export function TrustMetricDialog({ edited, onClose }: Props) {
  const figure = edited?.figure
  const saving = useSaveTrustMetric()
  const now = useNow()
  return (
    <RecordDialog open={edited !== undefined} onClose={onClose} title={figure ? 'עריכת מספר' : 'מספר חדש'}>
      <RecordForm
        schema={TrustMetricEdit}
        refusals={refusals}
        fields={fields}
        save={(typed) => saving.mutateAsync({ ...(figure ? { id: figure.id } : { position: 1000 }), ...typed })}
        saved="המספר נשמר"
        action="שמירת המספר"
      >
        {(errors) => (
          <>
            <TextField
              name="value"
              label="המספר"
              required
              autoComplete="off"
              hint="כפי שיופיע: 640, 4.9, ‎11+"
              defaultValue={figure?.value}
              error={errors['value']}
            />
            <TextField
              name="label"
              label="מה הוא סופר"
              required
              autoComplete="off"
              hint="למשל: משפחות סיימו תהליך מלא"
              defaultValue={figure?.label}
              error={errors['label']}
            />
            <TextField
              name="source"
              label="מאיפה זה ידוע"
              required
              autoComplete="off"
              hint="למשל: רשימת התהליכים שהסתיימו במערכת"
              defaultValue={figure?.source}
              error={errors['source']}
            />
            <DayField
              name="measured_on"
              label="נכון ליום"
              required
              defaultValue={figure?.measured_on ?? dayOf(now)}
              error={errors['measured_on']}
            />
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}

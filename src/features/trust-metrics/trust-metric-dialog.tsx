import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { useSaveTrustMetric } from '#features/trust-metrics/trust-metrics.data.ts'
import { TrustMetricEdit, refusals, type TrustMetric } from '#features/trust-metrics/trust-metrics.ts'
import { dayOf } from '#lib/time/dates.ts'
import { TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

const fields = {
  figure_value_length: 'value',
  figure_label_length: 'label',
  figure_source_length: 'source',
  figure_of_the_future: 'measured_on',
}

const labels: Record<keyof TrustMetricEdit, string> = {
  value: 'המספר',
  label: 'מה הוא סופר',
  source: 'מאיפה זה ידוע',
  measured_on: 'נכון ליום',
}

const toFormValues = (figure: TrustMetric | undefined, today: string): TrustMetricEdit => ({
  value: figure?.value ?? '',
  label: figure?.label ?? '',
  source: figure?.source ?? '',
  measured_on: figure?.measured_on ?? today,
})

/** `latest`: the edited metric as last read. */
type Props = { edited: { latest?: TrustMetric | undefined } | undefined; onClose: () => void }

export const TrustMetricDialog = ({ edited, onClose }: Props) => (
  <RecordDialog open={edited !== undefined} onClose={onClose} title={edited?.latest ? 'עריכת מספר' : 'מספר חדש'}>
    <TrustMetricForm latest={edited?.latest} />
  </RecordDialog>
)

function TrustMetricForm({ latest }: { latest: TrustMetric | undefined }) {
  const saving = useSaveTrustMetric()
  const [today] = useState(dayOf(useNow()))
  const edit = useConcurrentEdit(latest, { toFormValues: (figure) => toFormValues(figure, today), labels })
  const initial = toFormValues(edit.base, today)
  const { seen } = edit
  return (
    <RecordForm
      schema={TrustMetricEdit}
      refusals={refusals}
      fields={fields}
      save={(typed) =>
        saving.mutateAsync(
          seen ? { id: seen.id, version: seen.version, ...edit.merge(typed) } : { position: 1000, ...typed },
        )
      }
      saved="המספר נשמר"
      conflict={{ notice: <ConflictBanner theirs={edit.theirs} />, isConflict: edit.isRefusedAsStale }}
      action="שמירת המספר"
    >
      {(errors) => (
        <>
          <TextField
            name="value"
            label={labels.value}
            required
            autoComplete="off"
            hint="כפי שיופיע: 640, 4.9, ‎11+"
            defaultValue={initial.value}
            error={errors['value']}
          />
          <TextField
            name="label"
            label={labels.label}
            required
            autoComplete="off"
            hint="למשל: משפחות סיימו תהליך מלא"
            defaultValue={initial.label}
            error={errors['label']}
          />
          <TextField
            name="source"
            label={labels.source}
            required
            autoComplete="off"
            hint="למשל: רשימת התהליכים שהסתיימו במערכת"
            defaultValue={initial.source}
            error={errors['source']}
          />
          <DayField
            name="measured_on"
            label={labels.measured_on}
            required
            defaultValue={initial.measured_on}
            error={errors['measured_on']}
          />
        </>
      )}
    </RecordForm>
  )
}

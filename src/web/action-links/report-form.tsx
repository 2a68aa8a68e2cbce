import type { ActionPage } from '#features/action-links/action-links.ts'
import { unitMark } from '#features/action-links/action-post.ts'
import { periodName, unitLabels } from '#features/metrics/metrics.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'

type Metric = NonNullable<Extract<ActionPage, { kind: 'metric' }>['shown']>
type Props = { action: string; metric: Metric; state: FormState | undefined }

/** An input for the value of one period. */
export const ReportForm = ({ action, metric: { name, unit, every, startsOn }, state }: Props) => (
  <>
    <div className="action-task">
      <p className="action-task__name" dir="auto">
        {name}
      </p>
      <p className="action-task__facts">{periodName(every, startsOn)}</p>
    </div>
    <PlainForm id="report" action={action} state={state ?? { errors: {} }} labels={{ value: unitLabels[unit] }}>
      <input type="hidden" name={unitMark} value={unit} />
      <TextField
        large
        id={fieldId('report', 'value')}
        name="value"
        label={unitLabels[unit]}
        hint="הערכה טובה מספיקה"
        required
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        maxLength={40}
        defaultValue={state?.values['value'] ?? ''}
        error={state?.errors['value']}
      />
      <Button look="primary" size="lg" type="submit">
        שליחת המספר
      </Button>
    </PlainForm>
  </>
)

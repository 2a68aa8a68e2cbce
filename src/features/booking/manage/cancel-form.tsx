import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextAreaField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { cancelReasons } from '../booking.ts'

const labels = { reason: 'למה מבטלים', note: 'עוד משהו שכדאי שנדע' }

/** Cancellation form with a reason. In a disclosure, so that one click cancels nothing. */
export const CancelForm = ({
  action,
  question,
  state,
}: {
  action: string
  question: string
  state: FormState | undefined
}) => (
  <details className="manage__cancel" id="cancel" open={state !== undefined}>
    <summary className="btn btn--secondary btn--lg">ביטול הפגישה</summary>
    <div className="manage__sheet">
      <p className="manage__question">{question}</p>
      <PlainForm id="cancel" action={action} state={state ?? { errors: {} }} labels={labels}>
        <SelectField
          large
          id={fieldId('cancel', 'reason')}
          name="reason"
          label={labels.reason}
          required
          defaultValue={state?.values['reason'] ?? ''}
          error={state?.errors['reason']}
        >
          <option value="">בחירה</option>
          {cancelReasons.map((reason) => (
            <option key={reason} value={reason}>
              {reason}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          large
          id={fieldId('cancel', 'note')}
          name="note"
          label={labels.note}
          optional="(לא חובה)"
          rows={2}
          maxLength={200}
          dir="auto"
          defaultValue={state?.values['note'] ?? ''}
          error={state?.errors['note']}
        />
        <Button look="danger" size="lg" type="submit">
          ביטול הפגישה
        </Button>
      </PlainForm>
    </div>
  </details>
)

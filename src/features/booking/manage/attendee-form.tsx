import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'

const labels = { name: 'השם', email: 'דוא״ל' }

const summaries = { partner: 'צירוף בן או בת הזוג', guest: 'צירוף אורח או אורחת' }

type Props = { kind: keyof typeof summaries; action: string; state: FormState | undefined }

/** Invites the partner or a guest, who get their own mails and link. */
export const AttendeeForm = ({ kind, action, state }: Props) => (
  <details className="manage__cancel" id={kind} open={state !== undefined}>
    <summary className="btn btn--secondary btn--lg">{summaries[kind]}</summary>
    <div className="manage__sheet">
      <p>נשלח לכתובת הזו את פרטי הפגישה ואת התזכורות.</p>
      <PlainForm id={kind} action={action} state={state ?? { errors: {} }} labels={labels}>
        <TextField
          large
          id={fieldId(kind, 'name')}
          name="name"
          label={labels.name}
          required
          autoComplete="off"
          defaultValue={state?.values['name'] ?? ''}
          error={state?.errors['name']}
        />
        <TextField
          large
          id={fieldId(kind, 'email')}
          name="email"
          type="email"
          label={labels.email}
          required
          autoComplete="off"
          dir="ltr"
          defaultValue={state?.values['email'] ?? ''}
          error={state?.errors['email']}
        />
        <Button look="primary" size="lg" type="submit">
          צירוף לפגישה
        </Button>
      </PlainForm>
    </div>
  </details>
)

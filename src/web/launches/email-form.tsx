import { type FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'

const labels = { email: 'הדוא״ל שאיתו נרשמתם' }

/** Sends a new link if the entered email belongs to a participant. */
export function EmailForm({ launchId, state }: { launchId: string; state: FormState }) {
  return (
    <PlainForm id="link" action={`/plf/${launchId}/link`} state={state} labels={labels} className="launch-email">
      <TextField
        large
        id={fieldId('link', 'email')}
        name="email"
        type="email"
        label={labels.email}
        error={state.errors['email']}
        defaultValue={state.values['email']}
        autoComplete="email"
        required
        maxLength={254}
      />
      <Button look="secondary" type="submit">
        שליחת קישור
      </Button>
    </PlainForm>
  )
}

import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'

type Props = {
  action: string
  /** Token of the thank-you page. */
  token: string
  label: string
  state: Partial<FormState<{ email?: string }>> | undefined
}

/** Corrects a mistyped address, on the thank-you page of the same browser. */
export function CorrectAddressForm({ action, token, label, state }: Props) {
  return (
    <details className="mailed-page__fold" open={state?.errors?.['email'] !== undefined}>
      <summary>הכתובת לא נכונה?</summary>
      <PlainForm id="correct" action={action} state={{ errors: state?.errors ?? {} }} labels={{ email: label }}>
        <p>נשלח לכתובת הנכונה, והקישור שנשלח לכתובת הקודמת לא ייפתח.</p>
        <input type="hidden" name="token" value={token} />
        <TextField
          large
          id={fieldId('correct', 'email')}
          name="email"
          type="email"
          label={label}
          error={state?.errors?.['email']}
          defaultValue={state?.values?.email}
          autoComplete="email"
          required
          maxLength={254}
        />
        <Button look="secondary" type="submit">
          שליחה לכתובת הזאת
        </Button>
      </PlainForm>
    </details>
  )
}

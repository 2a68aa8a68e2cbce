import './form.css'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { formPath, passwordPath } from '../form-paths.ts'

type Props = {
  formId: string
  /** Key of a continued submission; otherwise empty. */
  token: string
  /** The URL's query, for the next page. */
  query: string
  isFramed: boolean
  state: Partial<FormState>
}

const id = 'form-password'
const labels = { password: 'הסיסמה' } as const

/** Password page of a form, without any content of the form. */
export const PasswordForm = ({ formId, token, query, isFramed, state: { errors = {}, problem } }: Props) => (
  <section className="form-card">
    <h1 className="display d3">הטופס נפתח בסיסמה</h1>
    <p className="form-text">אפשר לקבל אותה ממי ששלחו את הקישור. אחרי שמקלידים אותה מופיעות השאלות.</p>
    <PlainForm
      id={id}
      action={passwordPath(formId)}
      state={{ errors, ...(problem !== undefined && { problem }) }}
      labels={labels}
    >
      {token && <input type="hidden" name="token" value={token} />}
      {query && <input type="hidden" name="query" value={query} />}
      {isFramed && <input type="hidden" name="embed" value="1" />}
      <TextField
        large
        id={fieldId(id, 'password')}
        name="password"
        label={labels.password}
        type="password"
        autoComplete="off"
        dir="auto"
        required
        maxLength={400}
        error={errors['password']}
      />
      <Button look="primary" size="lg" type="submit">
        לפתיחת הטופס
      </Button>
    </PlainForm>
    {isFramed && (
      <a className="btn btn--ghost btn--lg" href={formPath(formId)} target="_blank" rel="noopener">
        לפתיחה בחלון נפרד
      </a>
    )}
  </section>
)

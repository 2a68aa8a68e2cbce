// Sets, replaces and removes the password of a form. Only a hash is stored, so the password is never shown.
import { useId } from 'react'
import { refusalText } from '#client/refusal.ts'
import { formatDate } from '#lib/time/dates.ts'
import { useValidatedForm } from '#platform/editing/use-validated-form.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { refusals } from '../form-texts.ts'
import { useFormPassword, useSetFormPassword } from '../password/form-password.data.ts'
import { FormPasswordEdit } from '../password/form-password.ts'

export function FormPassword({ formId }: { formId: string }) {
  const headId = useId()
  const { data: setAt, error } = useFormPassword(formId)
  const saving = useSetFormPassword()
  const { errors, read, refused } = useValidatedForm(FormPasswordEdit, { refusals })
  const hasOne = typeof setAt === 'string'
  function remove() {
    saving.mutate(
      { id: formId, password: null },
      {
        onSuccess: () => toast.success('הסיסמה הוסרה, והטופס נפתח לכל מי שיש להם את הקישור'),
        onError: (failed) => void toast.error(refusalText(failed, refusals)),
      },
    )
  }
  return (
    <section className="form-password" aria-labelledby={headId}>
      <h2 id={headId}>סיסמה</h2>
      {error && <FormError>{refusalText(error, refusals)}</FormError>}
      <p>
        {hasOne
          ? `הטופס נפתח רק בסיסמה שנקבעה ב־${formatDate(setAt)}. היא שמורה מוצפנת ולא מוצגת, ואפשר לקבוע אחרת.`
          : 'בלי סיסמה, הטופס נפתח לכל מי שיש להם את הקישור.'}{' '}
        קישור אישי לאיש קשר נפתח בלי סיסמה.
      </p>
      <form
        key={setAt}
        noValidate
        onSubmit={(event) => {
          const change = read(event)
          if (!change) return
          saving.mutate(
            { id: formId, ...change },
            {
              onSuccess: () => toast.success('הסיסמה נשמרה. מעכשיו הטופס נפתח רק בה'),
              onError: refused,
            },
          )
        }}
      >
        <FormError>{errors['all']}</FormError>
        <TextField
          name="password"
          label={hasOne ? 'סיסמה חדשה' : 'הסיסמה של הטופס'}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          hint={
            hasOne ? 'מי שכבר פתחו את הטופס יצטרכו להקליד את החדשה' : '4 תווים לפחות. כדאי לרשום אותה, היא לא תוצג שוב'
          }
          error={errors['password']}
        />
        <div className="form-password__acts">
          <Button type="submit" busy={saving.isPending}>
            {hasOne ? 'החלפת הסיסמה' : 'קביעת סיסמה'}
          </Button>
          {hasOne && (
            <Button look="ghost" busy={saving.isPending} onClick={remove}>
              הסרת הסיסמה
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}

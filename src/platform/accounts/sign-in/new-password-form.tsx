import { useSession } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useAuthForm } from './auth-form.ts'

/** Target of a reset link: the link signs the user in, and a new password is required before anything else. */
export function NewPasswordForm() {
  const { user, setPassword } = useSession()
  const { form, errors, busy, onSubmit } = useAuthForm({
    fields: ['password'],
    async send({ password }) {
      const { error } = await setPassword(password)
      if (!error) toast.success('הסיסמה עודכנה')
      return { error }
    },
    place: ({ code }) => (code === 'weak_password' || code === 'same_password' ? 'password' : 'form'),
  })
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      {/* Identifies the account for password managers. */}
      <input
        className="vh"
        type="email"
        name="username"
        autoComplete="username"
        value={user?.email ?? ''}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <TextField
        large
        label="סיסמה חדשה"
        name="password"
        type="password"
        autoComplete="new-password"
        error={errors.password}
      />
      <FormError>{errors.form}</FormError>
      <Button type="submit" look="primary" size="lg" block busy={busy}>
        שמירת הסיסמה
      </Button>
    </form>
  )
}

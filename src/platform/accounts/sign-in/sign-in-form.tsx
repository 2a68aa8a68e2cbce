import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { authErrorText } from './auth-errors.ts'
import { useAuthForm } from './auth-form.ts'
import { GoogleSignIn } from './google-sign-in.tsx'

/** Email and password, or Google, which returns to `landing`. */
export function SignInForm({ landing = '/crm', more }: { landing?: string; more?: ReactNode }) {
  const session = useSession()
  const here = useLocation()
  const [search] = useSearchParams()
  const { form, errors, busy, onSubmit } = useAuthForm({
    fields: ['email', 'password'],
    send: (filled) => session.signIn(filled),
    place: ({ code }) => (code === 'invalid_credentials' ? 'password' : 'form'),
  })
  return (
    <>
      {session.linkError && <LinkFault code={session.linkError} />}
      {search.has('opened') && <p className="auth__note">החשבון מוכן. אפשר להיכנס</p>}
      <GoogleSignIn landing={landing} />
      <form ref={form} onSubmit={onSubmit} noValidate>
        <TextField large label="דוא״ל" name="email" type="email" autoComplete="username" error={errors.email} />
        <div className="auth__password">
          <TextField
            large
            label="סיסמה"
            name="password"
            type="password"
            autoComplete="current-password"
            error={errors.password}
          />
          <Link className="auth__link auth__forgot" to="?mode=forgot" state={here.state}>
            שכחתי סיסמה
          </Link>
        </div>
        <FormError>{errors.form}</FormError>
        <Button type="submit" look="primary" size="lg" block busy={busy}>
          כניסה
        </Button>
      </form>
      {more && <p className="auth__more">{more}</p>}
    </>
  )
}

/** Why a mailed link was rejected. */
const LinkFault = ({ code }: { code: string }) => (
  <p className="auth__note auth__note--bad" role="alert">
    {authErrorText({ code })}
  </p>
)

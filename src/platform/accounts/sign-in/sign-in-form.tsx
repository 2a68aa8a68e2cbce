import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { hasProvider } from '#client/sign-in/providers.ts'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { type AuthFailure, authErrorText } from './auth-errors.ts'
import { useAuthForm } from './auth-form.ts'
import { credentialsOf } from './credentials.ts'
import { GoogleSignIn } from './google-sign-in.tsx'

/** Email or, where it is enabled, phone, with a password; or Google, which returns to `landing`. */
export function SignInForm({ landing = '/crm', more }: { landing?: string; more?: ReactNode }) {
  const session = useSession()
  const here = useLocation()
  const [search] = useSearchParams()
  const byPhone = hasProvider(document, 'phone')
  const { form, errors, busy, onSubmit } = useAuthForm({
    fields: ['email', 'password'],
    byPhone,
    async send({ email, password }) {
      const sent = byPhone ? credentialsOf(email, password) : { email, password }
      const { error } = await session.signIn(sent)
      return { error: error && 'phone' in sent ? phoneFailure(error) : error }
    },
    place: ({ code = '' }) => (wrongPassword.includes(code) ? 'password' : 'form'),
  })
  return (
    <>
      {session.linkError && <LinkFault code={session.linkError} />}
      {search.has('opened') && <p className="auth__note">החשבון מוכן. אפשר להיכנס</p>}
      <GoogleSignIn landing={landing} />
      <form ref={form} onSubmit={onSubmit} noValidate>
        <TextField
          large
          label={byPhone ? 'דוא״ל או טלפון' : 'דוא״ל'}
          name="email"
          type={byPhone ? 'text' : 'email'}
          dir={byPhone ? 'ltr' : undefined}
          autoComplete="username"
          error={errors.email}
        />
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

const wrongPassword = ['invalid_credentials', 'invalid_phone_credentials']

/** The error text for a phone number instead of an email address. */
const phoneFailure = ({ code, name, status, message }: AuthFailure): AuthFailure => ({
  code: code === 'invalid_credentials' ? 'invalid_phone_credentials' : code,
  ...(name && { name }),
  status,
  ...(message && { message }),
})

/** Why a mailed link was rejected. */
const LinkFault = ({ code }: { code: string }) => (
  <p className="auth__note auth__note--bad" role="alert">
    {authErrorText({ code })}
  </p>
)

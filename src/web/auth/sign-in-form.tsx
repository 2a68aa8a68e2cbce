import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { readAuthSettings } from '#client/auth-settings.ts'
import { backendKey } from '#client/backend.ts'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText, TextField } from '#ui/field.tsx'
import { authErrorText } from './auth-errors.ts'
import { useAuthForm } from './auth-form.ts'

export function SignInForm() {
  const session = useSession()
  const here = useLocation()
  const [search] = useSearchParams()
  const { form, faults, busy, onSubmit } = useAuthForm({
    fields: ['email', 'password'],
    send: (filled) => session.signIn(filled),
    place: ({ code }) => (code === 'invalid_credentials' ? 'password' : 'form'),
  })
  return (
    <>
      {session.linkError && <LinkFault code={session.linkError} />}
      {search.has('opened') && <p className="auth__note">החשבון מוכן. אפשר להיכנס</p>}
      <GoogleDoor />
      <form ref={form} onSubmit={onSubmit} noValidate>
        <TextField large label="דוא״ל" name="email" type="email" autoComplete="username" error={faults.email} />
        <div className="auth__password">
          <TextField
            large
            label="סיסמה"
            name="password"
            type="password"
            autoComplete="current-password"
            error={faults.password}
          />
          <Link className="auth__link auth__forgot" to="?mode=forgot" state={here.state}>
            שכחתי סיסמה
          </Link>
        </div>
        {faults.form && (
          <div role="alert">
            <ErrorText>{faults.form}</ErrorText>
          </div>
        )}
        <Button type="submit" look="primary" size="lg" block busy={busy}>
          כניסה
        </Button>
      </form>
      <p className="auth__more">
        אין עדיין חשבון?{' '}
        <Link className="auth__link" to="?mode=signup" state={here.state}>
          הרשמה
        </Link>
      </p>
    </>
  )
}

/** Why a link from a mail did not open anything. */
const LinkFault = ({ code }: { code: string }) => (
  <p className="auth__note auth__note--bad" role="alert">
    {authErrorText({ code })}
  </p>
)

/** Only where the server has this door: otherwise nothing is shown. */
function GoogleDoor() {
  const session = useSession()
  const [fault, setFault] = useState('')
  const settings = useQuery({
    queryKey: ['auth-settings'],
    queryFn: () => readAuthSettings(location.origin, backendKey(document)),
  })
  if (!settings.data?.external['google']) return null

  async function enter() {
    const { error } = await session.signInWithGoogle()
    if (error) setFault(authErrorText(error))
  }
  return (
    <>
      <Button
        size="lg"
        block
        onClick={() => void enter()}
        icon={
          <span className="auth__google" aria-hidden="true">
            G
          </span>
        }
      >
        <span>
          המשך עם <bdi>Google</bdi>
        </span>
      </Button>
      {fault && (
        <div role="alert">
          <ErrorText>{fault}</ErrorText>
        </div>
      )}
      <p className="auth__or">או</p>
    </>
  )
}

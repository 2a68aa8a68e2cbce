import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { useAuthForm } from './auth-form.ts'
import { CodeField } from './code-field.tsx'

type Props = { back: string; landing: string }

/** Passwordless sign-in: the mail contains a code, because it may be opened on another device, and a link. */
export function MailedCodeForm({ back, landing }: Props) {
  const here = useLocation()
  const [search] = useSearchParams()
  const [email, setEmail] = useState<string>()
  return (
    <>
      {search.has('opened') && email === undefined && <p className="auth__note">החשבון מוכן. אפשר להיכנס</p>}
      {email === undefined ? <AddressForm landing={landing} onSent={setEmail} /> : <CodeForm email={email} />}
      <p className="auth__more">
        {email !== undefined && (
          <>
            <Button look="link" onClick={() => setEmail(undefined)}>
              כתובת אחרת, או קוד חדש
            </Button>{' '}
          </>
        )}
        <Link className="auth__link" to={back} state={here.state}>
          כניסה עם סיסמה
        </Link>
      </p>
    </>
  )
}

function AddressForm({ landing, onSent }: { landing: string; onSent: (email: string) => void }) {
  const session = useSession()
  const { form, errors, busy, onSubmit } = useAuthForm({
    fields: ['email'],
    async send({ email }) {
      const answer = await session.sendCode(email, landing)
      if (!answer.error) onSent(email)
      return answer
    },
  })
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <TextField large label="דוא״ל" name="email" type="email" autoComplete="username" error={errors.email} />
      <FormError>{errors.form}</FormError>
      <Button type="submit" look="primary" size="lg" block busy={busy}>
        שליחת קוד
      </Button>
    </form>
  )
}

function CodeForm({ email }: { email: string }) {
  const session = useSession()
  const { form, errors, busy, onSubmit } = useAuthForm({
    fields: ['code'],
    async send({ code = '' }) {
      const { error } = await session.signInWithCode(email, code)
      // The server has one error for links and codes.
      return { error: error?.code === 'otp_expired' ? { code: 'mailed_code_invalid' } : error }
    },
    place: ({ code }) => (code === 'mailed_code_invalid' ? 'code' : 'form'),
  })
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <output className="auth__note">
        אם הכתובת <Ltr>{email}</Ltr> רשומה אצלנו, נשלחה אליה הודעה עם קוד
      </output>
      <CodeField large error={errors.code} hint="הקוד מופיע בהודעה, ותקף לפעם אחת" />
      <FormError>{errors.form}</FormError>
      <Button type="submit" look="primary" size="lg" block busy={busy}>
        כניסה
      </Button>
    </form>
  )
}

import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { SentNotice } from './sent-notice.tsx'
import { useAuthForm } from './auth-form.ts'

export function SignUpForm() {
  const session = useSession()
  const here = useLocation()
  const [sentTo, setSentTo] = useState('')
  const { form, errors, busy, onSubmit } = useAuthForm({
    fields: ['email', 'password'],
    async send(filled) {
      const { error, confirm } = await session.signUp(filled)
      if (confirm) setSentTo(filled.email)
      return { error }
    },
    place: ({ code }) => (code === 'weak_password' ? 'password' : 'form'),
  })
  if (sentTo)
    return (
      <>
        <SentNotice>
          שלחנו הודעה אל <bdi>{sentTo}</bdi>. הקישור שבה מאמת את הכתובת ופותח את החשבון. אם היא לא הגיעה תוך כמה דקות,
          כדאי לבדוק גם בדואר הזבל.
        </SentNotice>
        <p className="auth__more">
          <Link className="auth__link" to="/auth" state={here.state}>
            חזרה לכניסה
          </Link>
        </p>
      </>
    )
  return (
    <>
      <form ref={form} onSubmit={onSubmit} noValidate>
        <TextField
          large
          label="דוא״ל"
          name="email"
          type="email"
          autoComplete="username"
          error={errors.email}
          hint="נשלח לכתובת הזו קישור לאימות"
        />
        <TextField
          large
          label="סיסמה"
          name="password"
          type="password"
          autoComplete="new-password"
          error={errors.password}
        />
        <FormError>{errors.form}</FormError>
        <Button type="submit" look="primary" size="lg" block busy={busy}>
          פתיחת חשבון
        </Button>
      </form>
      <p className="auth__more">
        כבר יש חשבון?{' '}
        <Link className="auth__link" to="/auth" state={here.state}>
          כניסה
        </Link>
      </p>
    </>
  )
}

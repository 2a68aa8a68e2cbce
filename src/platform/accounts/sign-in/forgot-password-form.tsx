import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { SentNotice } from './sent-notice.tsx'
import { useAuthForm } from './auth-form.ts'

/** Requests a reset link. The response does not reveal whether the address is registered. `back` is the sign-in page it was opened from. */
export function ForgotPasswordForm({ back }: { back: string }) {
  const session = useSession()
  const here = useLocation()
  const [sent, setSent] = useState(false)
  const { form, errors, busy, onSubmit } = useAuthForm({
    fields: ['email'],
    async send({ email }) {
      const { error } = await session.resetPassword(email)
      setSent(!error)
      return { error }
    },
  })
  return (
    <>
      {sent ? (
        <SentNotice>אם הכתובת רשומה אצלנו, נשלחה אליה הודעה עם קישור לאיפוס</SentNotice>
      ) : (
        <form ref={form} onSubmit={onSubmit} noValidate>
          <TextField
            large
            label="דוא״ל"
            name="email"
            type="email"
            autoComplete="username"
            error={errors.email}
            hint="נשלח לכתובת הזו קישור לבחירת סיסמה חדשה"
          />
          <FormError>{errors.form}</FormError>
          <Button type="submit" look="primary" size="lg" block busy={busy}>
            שליחת קישור
          </Button>
        </form>
      )}
      <p className="auth__more">
        <Link className="auth__link" to={back} state={here.state}>
          חזרה לכניסה
        </Link>
      </p>
    </>
  )
}

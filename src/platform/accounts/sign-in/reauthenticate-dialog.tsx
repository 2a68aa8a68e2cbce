import '#platform/accounts/sign-in/reauthenticate-dialog.css'
import type { User } from '@supabase/supabase-js'
import { useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { factorsToShow } from '#client/sign-in/second-factor.ts'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { DialogBody } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { useAuthForm } from './auth-form.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

/** Modal dialog over a screen whose session has expired: after the same user signs in again, unsaved input is still there. */
export function ReauthenticateDialog({ person, signInPath }: { person: User; signInPath: string }) {
  const session = useSession()
  const title = useId()
  const text = useId()
  const isBack = session.user?.id === person.id && factorsToShow(session.session).length > 0
  // Rendered outside of the app root: an open dialog below hides the root from screen readers.
  return createPortal(
    <dialog
      ref={useModal()}
      className="dialog sign-in-again"
      aria-labelledby={title}
      aria-describedby={text}
      onCancel={(event) => event.preventDefault()}
    >
      <div className="dialog__head">
        <h2 className="dialog__title" id={title}>
          הכניסה פגה
        </h2>
      </div>
      <p className="dialog__text" id={text}>
        מה שכתבתם נשאר כאן. אחרי כניסה מחדש אפשר להמשיך מאותו מקום.
      </p>
      <DialogBody>
        {isBack ? <SecondFactorForm /> : <PasswordForm person={person} />}
        <div className="sign-in-again__more">
          {/* A new tab: the Google redirect would discard the page and its input. */}
          <a href={signInPath} target="_blank" rel="noreferrer">
            כניסה בדרך אחרת, בחלון חדש
          </a>
          <Button look="link" onClick={session.leave}>
            יציאה בלי לשמור
          </Button>
        </div>
      </DialogBody>
    </dialog>,
    document.body,
  )
}

function PasswordForm({ person }: { person: User }) {
  const session = useSession()
  const { form, errors, busy, onSubmit } = useAuthForm({
    fields: ['password'],
    send: ({ password }) =>
      session.signIn(person.email ? { email: person.email, password } : { phone: person.phone ?? '', password }),
    place: ({ code }) => (code === 'invalid_credentials' ? 'password' : 'form'),
  })
  const name = person.email ?? person.phone ?? ''
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="sign-in-again__form">
      <p>
        <span className="label">חשבון: </span>
        <Ltr>{name}</Ltr>
      </p>
      <input
        className="vh"
        name="username"
        autoComplete="username"
        value={name}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <TextField
        label="סיסמה"
        name="password"
        type="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <FormError>{errors.form}</FormError>
      <Button type="submit" look="primary" block busy={busy}>
        כניסה והמשך
      </Button>
    </form>
  )
}

/** Opens as a modal above all other dialogs, and restores the focus when closed. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current!
    const before = document.activeElement
    // The form below must not receive Escape.
    const swallow = (event: KeyboardEvent) => event.stopPropagation()
    shown.addEventListener('keydown', swallow)
    shown.showModal()
    shown.querySelector<HTMLElement>('input:not(.vh)')?.focus()
    return () => {
      shown.removeEventListener('keydown', swallow)
      shown.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return dialog
}

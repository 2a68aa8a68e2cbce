import { type FormEvent, useEffect, useRef, useState } from 'react'
import { redeemRecoveryCode } from '#client/sign-in/recovery-codes.ts'
import { useBackend } from '#client/session-context.tsx'
import { formText } from '#lib/forms/form-text.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { type AuthFailure, authErrorText } from './auth-errors.ts'

/** Asks for one of the recovery codes issued at enrolment. */
export function RecoveryForm({ large }: { large: boolean }) {
  const backend = useBackend()
  const form = useRef<HTMLFormElement>(null)
  const [errorText, setErrorText] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = () => form.current?.querySelector<HTMLElement>('[name="recovery"]')
  useEffect(() => field()?.focus(), [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = formText(new FormData(event.currentTarget), 'recovery')
    if (busy) return
    setErrorText(code === '' ? 'שדה חובה' : undefined)
    if (code === '') return field()?.focus()
    setBusy(true)
    try {
      await redeemRecoveryCode(backend, code)
      toast.info('הקוד לא יפעל שוב. אם האפליקציה אבדה, כדאי להסיר אותה בהגדרות ולהוסיף חדשה', {
        title: 'נכנסתם בקוד שחזור',
      })
    } catch (error) {
      setErrorText(authErrorText(error as AuthFailure))
      field()?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        large={large}
        label="קוד שחזור"
        hint="12 אותיות וספרות, מהדף שנשמר כשהאפליקציה הופעלה"
        name="recovery"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={errorText}
      />
      <Button type="submit" look="primary" size={large ? 'lg' : 'md'} block busy={busy}>
        אישור
      </Button>
    </form>
  )
}

import { useEffect, useState } from 'react'
import { factorsToShow } from '#client/sign-in/second-factor.ts'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useAuthForm } from './auth-form.ts'
import { CodeField } from './code-field.tsx'
import { RecoveryForm } from './recovery-form.tsx'

/** The authenticator code, or a recovery code instead. */
export function SecondFactorForm({ large = false }: { large?: boolean }) {
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false)
  return (
    <>
      {usesRecoveryCode ? <RecoveryForm large={large} /> : <AppForm large={large} />}
      <Button look="link" className="second-factor__other" onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}>
        {usesRecoveryCode ? 'כניסה בקוד מהאפליקציה' : 'האפליקציה לא לידכם? כניסה בקוד שחזור'}
      </Button>
    </>
  )
}

/** Asks for the current TOTP code; with several factors the user chooses one. */
function AppForm({ large }: { large: boolean }) {
  const session = useSession()
  const factors = factorsToShow(session.session)
  const [chosen, choose] = useState('')
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0]
  const { form, errors, busy, onSubmit } = useAuthForm({
    fields: ['code'],
    send: ({ code = '' }) => session.confirmCode(factor?.id ?? '', code),
    place: ({ code }) => (code === 'mfa_verification_failed' ? 'code' : 'form'),
  })
  // The code is read from a phone, so the field is focused immediately.
  useEffect(() => form.current?.querySelector<HTMLElement>('[name="code"]')?.focus(), [form])
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      {factors.length > 1 && (
        <SelectField
          large={large}
          label="אפליקציה"
          name="factor"
          value={factor?.id}
          onChange={(event) => choose(event.target.value)}
        >
          {factors.map(({ id, friendly_name: name }, i) => (
            <option key={id} value={id}>
              {name || `אפליקציה ${i + 1}`}
            </option>
          ))}
        </SelectField>
      )}
      <CodeField large={large} error={errors.code} />
      <FormError>{errors.form}</FormError>
      <Button type="submit" look="primary" size={large ? 'lg' : 'md'} block busy={busy}>
        אישור
      </Button>
    </form>
  )
}

import { type FormEvent, useRef, useState } from 'react'
import type { AuthFailure } from './auth-errors.ts'
import { authErrorText } from './auth-errors.ts'

export type FieldName = 'email' | 'password' | 'code'
/** A sentence under a field, or `form` for what belongs to none. */
export type Faults = Partial<Record<FieldName | 'form', string>>
export type Filled = Record<'email' | 'password', string> & { code?: string }

type Rules = {
  fields: readonly FieldName[]
  /** Sends what was filled in; answers the error of the server, if any. */
  send: (filled: Filled) => Promise<{ error: AuthFailure | null }>
  /** The field under which an error of the server is shown. */
  place?: (error: AuthFailure) => FieldName | 'form'
}

/** The common course of the door's forms: look, send once, say what is wrong where it is wrong, and put the cursor there. */
export function useAuthForm({ fields, send, place = () => 'form' }: Rules) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)

  function tell(found: Faults) {
    setFaults(found)
    const first = fields.find((field) => found[field])
    const input = first && form.current?.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const filled = readFields(new FormData(event.currentTarget))
    const found = missingOrWrong(filled, fields)
    tell(found)
    if (busy || Object.keys(found).length > 0) return
    setBusy(true)
    const { error } = await send(filled)
    setBusy(false)
    if (error) tell({ [place(error)]: authErrorText(error) })
  }

  return { form, faults, busy, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) }
}

const readFields = (data: FormData): Filled => ({
  email: textOf(data.get('email')).trim(),
  // A password is taken as it was typed, spaces and all.
  password: textOf(data.get('password')),
  code: textOf(data.get('code')).replace(/[\s-]/g, ''),
})

const textOf = (entry: FormDataEntryValue | null) => (typeof entry === 'string' ? entry : '')

/** What can be said without asking the server. */
export function missingOrWrong(filled: Filled, fields: readonly FieldName[]): Faults {
  const faults: Faults = {}
  const missing = fields.includes('password') ? 'יש להזין דוא״ל או טלפון, וסיסמה' : 'שדה חובה'
  if (fields.includes('email')) {
    if (!filled.email) faults.email = missing
    else if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(filled.email)) faults.email = 'כתובת הדוא״ל אינה תקינה'
  }
  if (fields.includes('password') && !filled.password && !faults.email)
    faults.password = fields.includes('email') ? missing : 'שדה חובה'
  if (fields.includes('code') && !/^\d{6}$/.test(filled.code ?? '')) faults.code = 'יש להזין קוד בן 6 ספרות'
  return faults
}

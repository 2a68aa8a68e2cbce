import { type FormEvent, useRef, useState } from 'react'
import type { AuthFailure } from './auth-errors.ts'
import { authErrorText } from './auth-errors.ts'
import { isPhone } from './credentials.ts'

export type FieldName = 'email' | 'password' | 'code'
/** Error text by field; `form` for errors that belong to no field. */
export type FormErrors = Partial<Record<FieldName | 'form', string>>
export type FormValues = Record<'email' | 'password', string> & { code?: string }

type AuthFormOptions = {
  fields: readonly FieldName[]
  /** The email field also accepts a phone number. */
  byPhone?: boolean
  /** Sends the values; resolves with the server's error, if any. */
  send: (values: FormValues) => Promise<{ error: AuthFailure | null }>
  /** The field that shows a server error. */
  place?: (error: AuthFailure) => FieldName | 'form'
}

/** Shared behaviour of the auth forms: validate, submit once, show errors beside their field, focus the first one. */
export function useAuthForm({ fields, byPhone = false, send, place = () => 'form' }: AuthFormOptions) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FormErrors>({})
  const [busy, setBusy] = useState(false)

  function showErrors(problems: FormErrors) {
    setErrors(problems)
    const first = fields.find((field) => problems[field])
    const input = first && form.current?.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = readFields(new FormData(event.currentTarget))
    const problems = validate(values, fields, { byPhone })
    showErrors(problems)
    if (busy || Object.keys(problems).length > 0) return
    setBusy(true)
    const { error } = await send(values)
    setBusy(false)
    if (error) showErrors({ [place(error)]: authErrorText(error) })
  }

  return { form, errors, busy, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) }
}

const readFields = (data: FormData): FormValues => ({
  email: textOf(data.get('email')).trim(),
  // A password is sent as typed, spaces included.
  password: textOf(data.get('password')),
  code: textOf(data.get('code')).replace(/[\s-]/g, ''),
})

const textOf = (entry: FormDataEntryValue | null) => (typeof entry === 'string' ? entry : '')

/** The errors of the values by field, found without a request. */
export function validate(values: FormValues, fields: readonly FieldName[], { byPhone = false } = {}): FormErrors {
  const errors: FormErrors = {}
  const both = byPhone ? 'יש להזין דוא״ל או טלפון, וסיסמה' : 'יש להזין דוא״ל וסיסמה'
  const missing = fields.includes('password') ? both : 'שדה חובה'
  if (fields.includes('email')) {
    if (!values.email) errors.email = missing
    else if (!isEmail(values.email) && !(byPhone && isPhone(values.email)))
      errors.email = byPhone ? 'כתובת הדוא״ל או מספר הטלפון אינם תקינים' : 'כתובת הדוא״ל אינה תקינה'
  }
  if (fields.includes('password') && !values.password && !errors.email)
    errors.password = fields.includes('email') ? missing : 'שדה חובה'
  if (fields.includes('code') && !/^\d{6}$/.test(values.code ?? '')) errors.code = 'יש להזין קוד בן 6 ספרות'
  return errors
}

const isEmail = (text: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text)

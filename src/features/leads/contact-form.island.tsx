import './contact-form.css'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { invalidFieldsTitle, honeypotName } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { SpamGuard } from '#ui/forms/spam-guard.tsx'
import {
  type ContactFormState,
  errorsOf,
  fieldId,
  type FieldName,
  fieldNames,
  type FormErrors,
  type FormValues,
  labels,
  quickCheck,
  summaryId,
  valuesOf,
  texts,
} from './contact-form.ts'
import { sendContactForm } from './contact-form.data.ts'
import { ContactThanks } from './contact-thanks.tsx'

export type ContactFormProps = {
  topics: readonly { value: string; label: string }[]
  /** The marketing consent text in force; without it the checkbox is not rendered. */
  marketing: { id: string; text: string } | null
  /** The version of the privacy notice shown below the form. */
  privacyTextId: string | null
  backendKey: string
  state: ContactFormState
}

/** The contact form. Without JavaScript it posts to the page's own URL; hydrated, it submits in the background and keeps its values. */
export function Island({ topics, marketing, privacyTextId, backendKey, state }: ContactFormProps) {
  const [errors, setErrors] = useState<FormErrors>(state.errors)
  const [problem, setProblem] = useState(state.problem)
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [ticket, setTicket] = useState<string>()
  const summary = useRef<HTMLDivElement>(null)

  // After each failed attempt, focus moves to the error message.
  useEffect(() => {
    if (attempt > 0) summary.current?.focus()
  }, [attempt])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const values = valuesOf((name) => form.get(name))
    const found = quickCheck(values)
    if (Object.keys(found).length > 0) return fail(found)
    if (form.get(honeypotName)) return fail({}, texts.suspicious)
    setBusy(true)
    const shown = { consentTextId: marketing?.id, privacyTextId: privacyTextId ?? undefined, sourceUrl: location.href }
    const answer = await sendContactForm(backendKey, { ...values, ...shown })
    setBusy(false)
    if ('data' in answer) return setTicket(answer.data.ticketNumber)
    if ('unreachable' in answer) return fail({}, texts.unreachable)
    const { code, message, fields: named } = answer.refused
    const fields = errorsOf(named)
    const reason = { too_many_requests: message, payload_too_large: texts.tooLong }[code]
    fail(fields, Object.keys(fields).length > 0 ? undefined : (reason ?? texts.failed))
  }

  function fail(found: FormErrors, reason?: string) {
    setErrors(found)
    setProblem(reason)
    setAttempt((n) => n + 1)
  }

  if (ticket) return <ContactThanks ticket={ticket} focused />
  const wrong = fieldNames.flatMap((name) => {
    const message = errors[name]
    return message ? [{ fieldId: fieldId(name), label: labels[name], message }] : []
  })
  return (
    <form
      className="contact-form"
      method="post"
      action={`/contact#${summaryId}`}
      noValidate
      onSubmit={(event) => void send(event)}
    >
      {(problem || wrong.length > 0) && (
        <ErrorSummary id={summaryId} title={problem ?? invalidFieldsTitle(wrong.length)} errors={wrong} ref={summary} />
      )}
      <Fields topics={topics} values={state.values} errors={errors} />
      {privacyTextId && <input type="hidden" name="privacyTextId" value={privacyTextId} />}
      {marketing && (
        <>
          <input type="hidden" name="consentTextId" value={marketing.id} />
          <CheckField
            large
            id={fieldId('marketingConsent')}
            name="marketingConsent"
            label={marketing.text}
            error={errors.marketingConsent}
            defaultChecked={state.values.marketingConsent}
          />
        </>
      )}
      <Button look="primary" size="lg" type="submit" busy={busy}>
        {busy ? 'שולחים' : problem === texts.unreachable ? 'ניסיון נוסף' : 'שליחה'}
      </Button>
    </form>
  )
}

function Fields({
  topics,
  values,
  errors,
}: Pick<ContactFormProps, 'topics'> & { values: FormValues; errors: FormErrors }) {
  const field = (name: Exclude<FieldName, 'marketingConsent'>) => ({
    large: true,
    id: fieldId(name),
    name,
    label: labels[name],
    error: errors[name],
    defaultValue: values[name],
  })
  return (
    <>
      <TextField {...field('name')} autoComplete="name" required maxLength={200} />
      <div className="contact-form__pair">
        <TextField {...field('phone')} type="tel" autoComplete="tel" maxLength={60} />
        <TextField
          {...field('email')}
          type="email"
          autoComplete="email"
          optional="(לא חובה כשיש מספר)"
          maxLength={320}
        />
      </div>
      <SelectField {...field('topic')}>
        {topics.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextAreaField {...field('message')} rows={5} optional="(לא חובה)" />
      <SpamGuard formId="contact" />
    </>
  )
}

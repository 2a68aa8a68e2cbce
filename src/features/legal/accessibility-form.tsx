import type { ReactNode } from 'react'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { labels } from './accessibility-form.ts'

/** The form for reporting an accessibility barrier. `notice` is the privacy notice below it. */
export function AccessibilityForm({ state, notice }: { state: FormState | undefined; notice: ReactNode }) {
  const { values, errors } = state ?? { values: {}, errors: {} }
  const field = (name: keyof typeof labels) => ({
    large: true,
    id: fieldId('barrier', name),
    name,
    label: labels[name],
    error: errors[name],
    defaultValue: values[name],
  })
  return (
    <PlainForm id="barrier" action="/accessibility" state={state ?? { errors: {} }} labels={labels}>
      <TextField {...field('name')} autoComplete="name" required maxLength={80} />
      <TextField {...field('email')} type="email" autoComplete="email" maxLength={320} optional="(או טלפון)" />
      <TextField {...field('phone')} type="tel" autoComplete="tel" maxLength={60} optional="(או דוא״ל)" />
      <TextField {...field('where')} dir="ltr" maxLength={300} optional="(לא חובה)" />
      <TextAreaField {...field('message')} rows={5} required />
      <TextField {...field('technology')} maxLength={200} optional="(לא חובה)" hint="למשל Firefox עם NVDA" />
      {notice}
      <Button look="primary" size="lg" type="submit">
        שליחת הפנייה
      </Button>
    </PlainForm>
  )
}

import type { ReactNode } from 'react'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import type { OfferName } from './signups.ts'

const labels = { name: 'שם', email: 'דוא״ל', phone: 'טלפון', marketingConsent: 'הסכמה לדיוור' } as const

type Props = {
  offer: OfferName
  cta: string
  state: FormState | undefined
  /** The marketing consent text in force; without it the checkbox is not rendered. */
  marketing: { id: string; he_text: string } | undefined
  /** The id of the privacy notice below. */
  notice: ReactNode
}

/** The sign-up form of a landing page's offer. */
export function SignupForm({ offer, cta, state, marketing, notice }: Props) {
  const { values, errors } = state ?? { values: {}, errors: {} }
  const field = (name: keyof typeof labels) => ({
    large: true,
    id: fieldId('join', name),
    name,
    label: labels[name],
    error: errors[name],
  })
  const typed = (name: keyof typeof labels) => ({ ...field(name), defaultValue: values[name] })
  return (
    <PlainForm id="join" action={`/${offer}`} state={state ?? { errors: {} }} labels={labels}>
      <TextField {...typed('name')} autoComplete="name" required maxLength={80} />
      <TextField {...typed('email')} type="email" autoComplete="email" required maxLength={254} />
      <TextField {...typed('phone')} type="tel" autoComplete="tel" maxLength={60} optional="(לא חובה)" />
      {marketing && (
        <>
          <input type="hidden" name="consentTextId" value={marketing.id} />
          <CheckField
            {...field('marketingConsent')}
            label={marketing.he_text}
            defaultChecked={values['marketingConsent'] === 'on'}
          />
        </>
      )}
      {notice}
      <Button look="primary" size="lg" type="submit">
        {cta}
      </Button>
    </PlainForm>
  )
}

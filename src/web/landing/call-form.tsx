import './call-form.css'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { callTimes } from './call-form-action.ts'

const labels = {
  name: 'שם מלא',
  phone: 'טלפון',
  email: 'דוא״ל',
  when: 'מתי נוח לדבר',
  message: 'על מה תרצו לדבר',
  marketingConsent: 'הסכמה לדיוור',
} as const

const more = ['email', 'message'] as const

type Props = {
  state: FormState | undefined
  marketing: { id: string; he_text: string } | undefined
  notice: ReactNode
}

/** Callback request form. */
export function CallForm({ state, marketing, notice }: Props) {
  const { values, errors } = state ?? { values: {}, errors: {} }
  const field = (name: keyof typeof labels) => ({
    large: true,
    id: fieldId('call', name),
    name,
    label: labels[name],
    error: errors[name],
  })
  const typed = (name: keyof typeof labels) => ({ ...field(name), defaultValue: values[name] })
  return (
    <PlainForm id="call" action="/book-a-call" state={state ?? { errors: {} }} labels={labels}>
      <TextField {...typed('name')} autoComplete="name" required maxLength={80} />
      <TextField {...typed('phone')} type="tel" autoComplete="tel" required maxLength={60} />
      <SelectField {...typed('when')}>
        {Object.entries(callTimes).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {/* Collapsed until one of the fields is filled in or invalid. */}
      <details className="call-form__more" open={more.some((name) => values[name] || errors[name])}>
        <summary>
          דוא״ל ומה מטריד אתכם <span className="opt">(לא חובה)</span>
          <Icon of={ChevronDown} />
        </summary>
        <div>
          <TextField {...typed('email')} type="email" autoComplete="email" maxLength={254} />
          <TextAreaField {...typed('message')} rows={3} />
        </div>
      </details>
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
        בקשת שיחה
      </Button>
    </PlainForm>
  )
}

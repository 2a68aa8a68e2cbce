import type { ReactNode } from 'react'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'

const labels = {
  name: 'שם מלא',
  reference: 'מספר זהות (4 ספרות אחרונות) או מספר הזמנה',
  email: 'דוא״ל',
  phone: 'טלפון',
  what: 'מה לבטל?',
  mayHaveLonger: 'חל עליי אחד מאלה: מוגבלות, אזרחות ותיקה, עלייה חדשה',
} as const

/** Cancellation form. `notice` is the privacy notice shown below it. */
export function CancelForm({ state, notice }: { state: FormState | undefined; notice: ReactNode }) {
  const { values, errors } = state ?? { values: {}, errors: {} }
  const field = (name: keyof typeof labels) => ({
    large: true,
    id: fieldId('cancel', name),
    name,
    label: labels[name],
    error: errors[name],
  })
  const typed = (name: keyof typeof labels) => ({ ...field(name), defaultValue: values[name] })
  return (
    <PlainForm id="cancel" action="/cancel-transaction" state={state ?? { errors: {} }} labels={labels}>
      <TextField {...typed('name')} autoComplete="name" required maxLength={80} />
      <TextField {...typed('reference')} autoComplete="off" required maxLength={40} />
      <TextField
        {...typed('email')}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        hint="לכאן נשלח האישור"
      />
      <TextField {...typed('phone')} type="tel" autoComplete="tel" maxLength={60} optional="(לא חובה)" />
      <TextAreaField
        {...typed('what')}
        rows={3}
        optional="(לא חובה)"
        hint="למשל שם התוכנית או תאריך הפגישה. אין צורך להסביר למה"
      />
      <CheckField
        {...field('mayHaveLonger')}
        defaultChecked={values['mayHaveLonger'] === 'on'}
        hint="במקרים אלה החוק מאפשר לבטל בתוך ארבעה חודשים, אם העסקה כללה שיחה בינינו"
      />
      {notice}
      <Button look="primary" size="lg" type="submit">
        שליחת הודעת ביטול
      </Button>
    </PlainForm>
  )
}

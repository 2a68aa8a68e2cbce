import type { ReactNode } from 'react'
import type { FormState } from '#lib/forms/form-post.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { detailLabels } from './quiz-posts.ts'

type Props = {
  id: string
  action: string
  cta: string
  texts: readonly ShownText[]
  facts: Parameters<typeof PrivacyNotice>[0]['facts']
  state: FormState
  /** Hidden fields of the form. */
  children?: ReactNode
}

/**
 * Name and address for a copy of the result. States which mails follow; marketing consent is a separate unticked
 * checkbox.
 */
export function DetailsForm({ id, action, cta, texts, facts, state, children }: Props) {
  const { values, errors } = state
  const marketing = texts.find(({ kind }) => kind === 'marketing')
  const field = (name: keyof typeof detailLabels) => ({
    large: true,
    id: fieldId(id, name),
    name,
    label: detailLabels[name],
    error: errors[name],
  })
  const typed = (name: keyof typeof detailLabels) => ({ ...field(name), defaultValue: values[name] })
  return (
    <PlainForm id={id} action={action} state={state} labels={detailLabels}>
      {children}
      <p>נשלח הודעה אחת עם קישור אישי לתוצאה. אם לשלב שלכם יש גיליון עבודה, הוא יגיע בהודעה נפרדת.</p>
      <TextField {...typed('name')} autoComplete="name" required maxLength={80} />
      <TextField {...typed('email')} type="email" autoComplete="email" required maxLength={254} />
      {marketing && (
        <>
          <input type="hidden" name="consentTextId" value={marketing.id} />
          <CheckField
            {...field('marketingConsent')}
            label={marketing.he_text}
            hint="לא חובה, והתוצאה נשלחת גם בלי זה"
            defaultChecked={values['marketingConsent'] === 'on'}
          />
        </>
      )}
      <NoticeShown texts={texts} />
      <Button look="primary" size="lg" type="submit">
        {cta}
      </Button>
      <PrivacyNotice texts={texts} facts={facts} />
    </PlainForm>
  )
}

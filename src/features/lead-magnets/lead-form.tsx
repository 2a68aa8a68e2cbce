import type { ReactNode } from 'react'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { requestLabels } from './lead-magnet-posts.ts'
import { leadPath } from './lead-magnets.ts'

type Props = {
  slug: string
  /** The landing page that contains the form; undefined on the lead magnet's own page. */
  landingPath?: string | undefined
  asksPhone: boolean
  /** Button text. */
  cta: string
  state: FormState | undefined
  /** Current newsletter consent text with its merge fields filled; without it the checkbox is not rendered. */
  newsletter: { id: string; text: string } | undefined
  notice: ReactNode
}

/** Lead magnet form. The newsletter checkbox is separate and not required for the download. */
export function LeadForm({ slug, landingPath, asksPhone, cta, state, newsletter, notice }: Props) {
  const { values, errors } = state ?? { values: {}, errors: {} }
  const field = (name: keyof typeof requestLabels) => ({
    large: true,
    id: fieldId('lead', name),
    name,
    label: requestLabels[name],
    error: errors[name],
  })
  const typed = (name: keyof typeof requestLabels) => ({ ...field(name), defaultValue: values[name] })
  return (
    <PlainForm id="lead" action={landingPath ?? leadPath(slug)} state={state ?? { errors: {} }} labels={requestLabels}>
      {landingPath && <input type="hidden" name="magnet" value={slug} />}
      <TextField {...typed('name')} autoComplete="given-name" required maxLength={80} />
      <TextField {...typed('email')} type="email" autoComplete="email" required maxLength={254} />
      {asksPhone && <TextField {...typed('phone')} type="tel" autoComplete="tel" maxLength={60} optional="(לא חובה)" />}
      {newsletter && (
        <>
          <input type="hidden" name="newsletterTextId" value={newsletter.id} />
          <CheckField
            {...field('newsletter')}
            label={newsletter.text}
            hint="לא חובה להורדה. נשלח הודעה נפרדת לאישור"
            defaultChecked={values['newsletter'] === 'on'}
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

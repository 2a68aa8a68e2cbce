import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { waitlistLabels, waitlistPath } from './waitlist-post.ts'

const formId = 'waiting'

/** The waitlist form. It permits one notification and implies no marketing consent. */
export function WaitlistForm({
  slug,
  state = { values: {}, errors: {} },
  children,
}: {
  slug: string
  state: FormState | undefined
  /** Hidden inputs. */
  children?: ReactNode
}) {
  const field = (name: keyof typeof waitlistLabels) => ({
    large: true,
    id: fieldId(formId, name),
    name,
    label: waitlistLabels[name],
    error: state.errors[name],
    defaultValue: state.values[name],
  })
  return (
    <PlainForm id={formId} action={waitlistPath(slug)} state={state} labels={waitlistLabels}>
      <TextField {...field('name')} autoComplete="name" required maxLength={80} />
      <TextField {...field('email')} type="email" autoComplete="email" required maxLength={254} />
      {children}
      <Button look="accent" size="lg" block type="submit">
        לרשימת ההמתנה
      </Button>
      <p className="offer-box__fine">הפרטים ישמשו רק כדי לעדכן אתכם על ההצעה הזאת.</p>
    </PlainForm>
  )
}

export const WaitlistThanks = () => (
  <p className="offer-box__done">
    <Icon of={CircleCheck} />
    השם שלכם ברשימה. נעדכן כשההרשמה תיפתח.
  </p>
)

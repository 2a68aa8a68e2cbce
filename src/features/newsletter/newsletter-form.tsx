import './newsletter-form.css'
import { MailCheck } from 'lucide-react'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { fillTokens } from '#lib/forms/fill-tokens.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import type { ConsentTextVersion } from './newsletter-form.data.ts'
import { newsletterLabels, newsletterPost } from './newsletter-posts.ts'

type Props = {
  /** Without a consent text no form is rendered. */
  text: ConsentTextVersion | undefined
  business: Pick<PublicBusinessProfile, 'business_name' | 'legal_name'>
  /** Published paths. The privacy policy is linked only if its path is among them. */
  publishedPaths?: readonly string[]
  /** The submitted values and errors of a form that failed validation. */
  state?: FormState | undefined
  /** Id prefix, because a page may contain two of these forms. */
  id?: string
}

const nobodyYet: FormState = { values: {}, errors: {} }

/** Sign-up form with an address and an unticked consent box. Works without JavaScript; double opt-in by mail. */
export function NewsletterForm({ text, business, publishedPaths, state = nobodyYet, id = 'newsletter' }: Props) {
  if (!text) return null
  const { values, errors } = state
  return (
    <PlainForm id={id} action={newsletterPost.path} state={state} labels={newsletterLabels} className="newsletter-form">
      <TextField
        large
        id={fieldId(id, 'email')}
        name="email"
        type="email"
        label={newsletterLabels.email}
        error={errors['email']}
        defaultValue={values['email']}
        autoComplete="email"
        required
        maxLength={254}
      />
      <CheckField
        large
        id={fieldId(id, 'consent')}
        name="consent"
        label={fillTokens(text.he_text, { legalName: business.legal_name ?? business.business_name })}
        error={errors['consent']}
        defaultChecked={values['consent'] === 'on'}
        required
      />
      <input type="hidden" name="consentTextId" value={text.id} />
      <Button look="primary" size="lg" type="submit">
        להרשמה
      </Button>
      <p className="newsletter-form__notice">
        אין חובה למסור את הכתובת. היא תשמש לדיוור בלבד, ותימסר רק למי שמפעילים אותו עבורנו.{' '}
        {publishedPaths?.includes('/privacy-policy') && <a href="/privacy-policy">מדיניות הפרטיות</a>}
      </p>
    </PlainForm>
  )
}

/** Replaces the form after submission. The same message for known and unknown addresses. */
export const NewsletterSent = () => (
  <div className="newsletter-sent" id="sent" tabIndex={-1}>
    <Icon of={MailCheck} />
    <p className="newsletter-sent__title">שלחנו הודעת אישור</p>
    <p>
      ההרשמה תושלם אחרי אישור בעמוד שייפתח מההודעה. היא לא הגיעה תוך חמש דקות? כדאי לבדוק גם בתיקיות ״קידומי מכירות״
      ו״דואר זבל״.
    </p>
    <p>
      <a href="/newsletter">הרשמה של כתובת אחרת</a>
    </p>
  </div>
)

import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { Ltr } from '#ui/ltr.tsx'

const labels = { email: 'הדוא״ל שבו נקבעה הפגישה' }

type Props = {
  path: string
  business: PublicBusinessProfile
  isSent: boolean
  /** Whether a guest has just left the appointment, which deleted this link. */
  hasLeft: boolean
  state: FormState | undefined
}

/** Shown for an incomplete or replaced link. A new link is sent only to the address of the appointment. */
export const UnknownLink = ({ path, business: { phone }, isSent, hasLeft, state }: Props) => (
  <section className="manage__card">
    {hasLeft && (
      <output className="manage__note" id="sent" tabIndex={-1}>
        יצאתם מהפגישה, ולא יישלחו עוד הודעות עליה. הקישור אליה נסגר.
      </output>
    )}
    {isSent && (
      <output className="manage__note" id="sent" tabIndex={-1}>
        אם נקבעה פגישה עם הכתובת הזו, הקישור החדש יגיע אליה בדקות הקרובות.
      </output>
    )}
    <h1 className="display d2">הקישור אינו מוכר</h1>
    <p>ייתכן שהקישור הועתק בחלקו. הקישור המלא נמצא באישור שנשלח בדוא״ל, ואפשר גם לקבל כאן קישור חדש.</p>
    <PlainForm id="renew" action={`${path}/renew`} state={state ?? { errors: {} }} labels={labels}>
      <TextField
        large
        id={fieldId('renew', 'email')}
        name="email"
        type="email"
        label={labels.email}
        required
        autoComplete="email"
        dir="ltr"
        defaultValue={state?.values['email'] ?? ''}
        error={state?.errors['email']}
      />
      <Button look="primary" size="lg" type="submit">
        שליחת קישור חדש
      </Button>
    </PlainForm>
    <div className="booking__acts">
      <ButtonLink href="/contact?topic=session" size="lg">
        צרו קשר
      </ButtonLink>
      {phone && (
        <ButtonLink href={`tel:${parsePhone(phone) ?? phone}`} look="secondary" size="lg">
          <Ltr>{phone}</Ltr>
        </ButtonLink>
      )}
    </div>
  </section>
)

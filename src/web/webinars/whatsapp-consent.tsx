import type { PhoneConsent } from '#features/webinars/public/public-webinars.data.ts'
import { registerLabels } from '#features/webinars/public/register-labels.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'

const labels = { phone: registerLabels.phone, marketingConsent: registerLabels.marketingConsent }

type Props = {
  action: string
  /** The token of the registration. */
  token: string
  texts: readonly ShownText[]
  byPhone: PhoneConsent | undefined
  state: Partial<FormState<Partial<Record<string, string>>>>
}

/** Consent to messages by phone, in the text in force. Optional: reminders of this webinar are sent by mail. */
export function WhatsAppConsent({ action, token, texts, byPhone, state: { values = {}, errors = {} } }: Props) {
  const text = texts.find(({ kind }) => kind === 'marketing')
  if (!text) return null
  const known = byPhone?.phone_end
  return (
    <section className="mailed-page__card" id="whatsapp" aria-labelledby="whatsapp-title">
      <h2 id="whatsapp-title">גם בוואטסאפ</h2>
      {byPhone?.is_agreed ? (
        <p>
          ההסכמה נשמרה למספר שמסתיים ב־<bdi dir="ltr">{known}</bdi>.
        </p>
      ) : (
        <PlainForm id="whatsapp" action={action} state={{ errors }} labels={labels}>
          <p>התזכורות להדרכה מגיעות בדוא״ל. אם תסכימו, הן יכולות להגיע בוואטסאפ במקומו.</p>
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="consentTextId" value={text.id} />
          <TextField
            large
            id={fieldId('whatsapp', 'phone')}
            name="phone"
            type="tel"
            label={labels.phone}
            hint={known ? `ריק: המספר שמסרתם, שמסתיים ב־${known}` : undefined}
            error={errors['phone']}
            defaultValue={values['phone']}
            autoComplete="tel"
            required={!known}
            maxLength={60}
          />
          <CheckField
            large
            id={fieldId('whatsapp', 'marketingConsent')}
            name="marketingConsent"
            label={text.he_text}
            error={errors['marketingConsent']}
            defaultChecked={values['marketingConsent'] === 'on'}
            required
          />
          <Button look="secondary" type="submit">
            שמירת ההסכמה
          </Button>
        </PlainForm>
      )}
    </section>
  )
}

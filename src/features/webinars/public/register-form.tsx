import './register-form.css'
import { useSyncExternalStore } from 'react'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { count } from '#lib/hebrew/count.ts'
import { localTime } from '#lib/time/local-time.ts'
import { nextDate, type OfferedDate } from './next-date.ts'
import { sessionTime } from './session-time.ts'
import { nextQuarterChoice, registerLabels } from './register-labels.ts'

const never = () => () => {}
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

export type RegisterFormProps = {
  action: string
  sessions: readonly OfferedDate[]
  /** The next quarter of an hour, at which a session is created. */
  soon?: string | undefined
  state: Pick<FormState, 'errors' | 'problem' | 'values'> | undefined
  /** The marketing consent text in force; without it the box is not rendered. */
  marketing: { id: string; text: string } | undefined
  privacyTextId: string | undefined
  invite: string | undefined
  cta: string
}

/** The registration form. The visitor's time zone is known after hydration; without JavaScript all times are in Israel time. */
export function RegisterForm({
  action,
  sessions,
  soon,
  state,
  marketing,
  privacyTextId,
  invite,
  cta,
}: RegisterFormProps) {
  const zone = useSyncExternalStore(never, ownZone, () => undefined)
  const { values, errors } = state ?? { values: {}, errors: {} }
  const field = (name: keyof typeof registerLabels) => ({
    large: true,
    id: fieldId('webinar', name),
    name,
    label: registerLabels[name],
    error: errors[name],
  })
  const typed = (name: keyof typeof registerLabels) => ({ ...field(name), defaultValue: values[name] })
  const choices = [...(soon ? [nextQuarterChoice] : []), ...sessions.map(({ id }) => id)]
  // The session selected in an earlier form may be over.
  const sent = values['sessionId']
  const selected = choices.find((choice) => choice === sent) ?? nextDate(sessions, soon)?.id
  return (
    <PlainForm id="webinar" action={action} state={state ?? { errors: {} }} labels={registerLabels}>
      {(soon || sessions.length > 0) && (
        <fieldset className="webinar-dates" id={fieldId('webinar', 'sessionId')}>
          <legend>{sessions.length + (soon ? 1 : 0) > 1 ? 'באיזה מועד נוח לכם?' : 'המועד'}</legend>
          {soon && (
            <label>
              <input
                type="radio"
                name="sessionId"
                value={nextQuarterChoice}
                defaultChecked={selected === nextQuarterChoice}
              />
              <span>
                <b>{`במועד הפנוי הקרוב: ${sessionTime(soon)}`}</b>
                <small>השעה נקבעת בשליחת הטופס</small>
                {zone && localTime(soon, zone) && <small>{localTime(soon, zone)}</small>}
              </span>
            </label>
          )}
          {sessions.map(({ id, starts_at: at, status, seats_left: seatsLeft }) => (
            <label key={id}>
              <input type="radio" name="sessionId" value={id} defaultChecked={id === selected} />
              <span>
                <b>{status === 'live' ? 'בשידור עכשיו' : sessionTime(at)}</b>
                {zone && localTime(at, zone) && <small>{localTime(at, zone)}</small>}
                {seatsLeft !== null && (
                  <small>
                    {seatsLeft === 0
                      ? 'מלא, אפשר להצטרף לרשימת ההמתנה'
                      : count(seatsLeft, { one: 'נותר מקום אחד', two: 'נותרו שני מקומות', other: 'נותרו # מקומות' })}
                  </small>
                )}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <TextField {...typed('name')} autoComplete="given-name" required maxLength={80} />
      <TextField {...typed('email')} type="email" autoComplete="email" required maxLength={254} />
      <TextField
        {...typed('phone')}
        type="tel"
        autoComplete="tel"
        maxLength={60}
        optional="(לא חובה, אם נצטרך ליצור קשר)"
      />
      <CheckField
        {...field('withPartner')}
        hint="הקישור יופיע אחרי ההרשמה, ורק אתם שולחים אותו"
        defaultChecked={values['withPartner'] === 'on'}
      />
      {marketing && (
        <>
          <input type="hidden" name="consentTextId" value={marketing.id} />
          <CheckField
            {...field('marketingConsent')}
            label={marketing.text}
            hint="לא חובה להרשמה"
            defaultChecked={values['marketingConsent'] === 'on'}
          />
        </>
      )}
      {privacyTextId && <input type="hidden" name="privacyTextId" value={privacyTextId} />}
      {invite && <input type="hidden" name="invite" value={invite} />}
      {zone && <input type="hidden" name="zone" value={zone} />}
      <Button look="primary" size="lg" type="submit">
        {cta}
      </Button>
    </PlainForm>
  )
}

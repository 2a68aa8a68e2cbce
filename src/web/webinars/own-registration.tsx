// Replaces the form in a browser that is already registered: date of the webinar and link to the room.
import type { WebinarVisit } from '#features/webinars/public/public-webinars.data.ts'
import { sessionTime } from '#features/webinars/public/session-time.ts'
import { webinarPath } from '#features/webinars/webinars.ts'
import { localTime } from '#lib/time/local-time.ts'
import { ButtonLink } from '#ui/button.tsx'
import { waitlistTitle, waitlistText } from './waitlist-texts.ts'

const texts: Partial<Record<WebinarVisit['state'], { title: string; cta: string }>> = {
  waiting: { title: 'המקום שלכם שמור', cta: 'לעמוד שלכם' },
  waitlisted: { title: waitlistTitle, cta: 'לעמוד שלכם' },
  lobby: { title: 'החדר פתוח', cta: 'כניסה לחדר' },
  room: { title: 'ההדרכה בשידור עכשיו', cta: 'כניסה לחדר' },
  replay: { title: 'ההקלטה מחכה לכם', cta: 'לצפייה בהקלטה' },
  on_demand: { title: 'ההקלטה מחכה לכם', cta: 'לצפייה' },
}

/** Whether the registration has a page to link to. After a cancelled or finished webinar the form is shown instead. */
export const hasRegistrationPage = ({ state }: WebinarVisit) => texts[state] !== undefined

/** The link has no token: the room reads it from the cookie. */
export function OwnRegistration({ visit }: { visit: WebinarVisit }) {
  const { state, slug, first_name: name, starts_at: at, client_zone: zone } = visit
  const { title, cta } = texts[state]!
  const local = at && localTime(at, zone)
  return (
    <>
      <h2>{title}</h2>
      <p>{`${name}, כבר נרשמתם להדרכה הזאת מהדפדפן הזה.`}</p>
      {at && (state === 'waiting' || state === 'waitlisted' || state === 'lobby') && (
        <p>
          <b>
            <time dateTime={at}>{sessionTime(at)}</time>
          </b>
          {local && (
            <>
              <br />
              {local}
            </>
          )}
        </p>
      )}
      {state === 'waitlisted' && <p>{waitlistText}</p>}
      <p>
        <ButtonLink href={`${webinarPath(slug)}/live`} look="primary" size="lg">
          {cta}
        </ButtonLink>
      </p>
      <p>
        <a href={`${webinarPath(slug)}?another=1#webinar-form`}>רישום של אדם נוסף</a>
      </p>
    </>
  )
}

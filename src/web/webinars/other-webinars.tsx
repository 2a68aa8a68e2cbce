import { openSessions, type ShownWebinar } from '#features/webinars/public/public-webinars.data.ts'
import { hoursOf } from '#features/webinars/just-in-time.ts'
import { kindLabels } from '#features/webinars/webinar-labels.ts'
import { webinarPath } from '#features/webinars/webinars.ts'
import { ButtonLink } from '#ui/button.tsx'
import { SessionMoment } from './session-moment.tsx'

/** Webinars as cards. */
export const OtherWebinars = ({ title, webinars }: { title: string; webinars: readonly ShownWebinar[] }) =>
  webinars.length > 0 && (
    <section className="wrap webinar-list" aria-labelledby="others-title">
      <h2 className="display d2" id="others-title">
        {title}
      </h2>
      <ul>
        {webinars.map((webinar) => (
          <Other key={webinar.id} webinar={webinar} />
        ))}
      </ul>
    </section>
  )

function Other({ webinar }: { webinar: ShownWebinar }) {
  const [session] = openSessions(webinar)
  const hours = hoursOf(webinar)
  const canWatch = webinar.kind === 'on_demand' || webinar.sessions.some(({ status }) => status === 'replay')
  return (
    <li>
      <h3>{webinar.title}</h3>
      {webinar.subtitle && <p>{webinar.subtitle}</p>}
      <p className="webinar-list__meta">
        {kindLabels[webinar.kind]} · {`${webinar.duration_minutes} דקות`}
        {session ? (
          <>
            {' · '}
            <SessionMoment at={session.starts_at} />
          </>
        ) : canWatch ? (
          ' · אפשר לצפות עכשיו'
        ) : (
          hours && ` · מתחילה כל רבע שעה, ${hours}`
        )}
      </p>
      <ButtonLink href={webinarPath(webinar.slug)}>
        {!session && canWatch ? 'לצפייה' : 'לפרטים ולהרשמה'}
        <span className="vh">: {webinar.title}</span>
      </ButtonLink>
    </li>
  )
}

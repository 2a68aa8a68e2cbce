// View of /webinar/:id: one webinar and its registration. Also used by the template preview.
import './webinars.css'
import {
  listedSessions,
  nextDateOf,
  type ShownWebinar,
  type WebinarVisit,
} from '#features/webinars/public/public-webinars.data.ts'
import { recordedBadge } from '#features/webinars/webinar-labels.ts'
import { formatHebrewDate } from '#lib/time/dates.ts'
import { PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import { ButtonLink } from '#ui/button.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import type { PageProps } from '../pages.ts'
import { callPath } from '../site/call-path.ts'
import { Blocks } from '../site/blocks/blocks.tsx'
import { OtherWebinars } from './other-webinars.tsx'
import { hasRegistrationPage, OwnRegistration } from './own-registration.tsx'
import type { ContentBelow } from './content-below.ts'
import { DateTicket } from './date-ticket.tsx'
import { RegisterCard } from './register-card.tsx'
import { SessionMoment } from './session-moment.tsx'
import { TimeLeft } from './time-left.tsx'

export type LoadedWebinar = {
  webinar: ShownWebinar
  /** The registration of this browser. */
  own?: WebinarVisit | undefined
  others: ShownWebinar[]
  texts: ShownText[]
  content?: ContentBelow | undefined
  holdsUntil: string | undefined
}
export type WebinarProps = PageProps & LoadedWebinar

export function WebinarView(props: WebinarProps) {
  const { webinar, own, others, facts, texts, content } = props
  const isOwn = own !== undefined && hasRegistrationPage(own)
  const cta = cardOf(webinar)?.cta
  const next = nextDateOf(webinar)
  return (
    <>
      <section className="webinar-top" data-theme="dark" aria-labelledby="webinar-title">
        <div className="wrap webinar-top__in webinar-top__in--form">
          <div className="webinar-top__words">
            <p className="kicker">{`הדרכה מקוונת ללא עלות · ${webinar.duration_minutes} דקות`}</p>
            <h1 className="display d1" id="webinar-title">
              {webinar.title}
            </h1>
            {webinar.subtitle && <p className="lead">{webinar.subtitle}</p>}
            {webinar.kind !== 'live' && <p className="webinar-top__badge">{recordedBadge}</p>}
            {next && (
              <p className="webinar-top__when">
                <time dateTime={next.starts_at}>
                  {next.status === 'live' ? 'בשידור עכשיו' : <SessionMoment at={next.starts_at} />}
                </time>
                {next.status !== 'live' && (
                  <>
                    {' · '}
                    <span className="nowrap">{formatHebrewDate(next.starts_at)}</span>
                  </>
                )}
                {next.status !== 'live' && <TimeLeft until={next.starts_at} />}
              </p>
            )}
            {webinar.presenter && (
              <p className="webinar-top__host">
                <b>עם {webinar.presenter}</b>
              </p>
            )}
            {next && next.status !== 'live' && <DateTicket at={next.starts_at} />}
          </div>
          <div className="brand-scope" data-theme="light" id="webinar-register">
            <FormSheet>
              {isOwn ? (
                <OwnRegistration visit={own} />
              ) : (
                <>
                  <Registration {...props} />
                  <PrivacyNotice texts={texts} facts={facts} />
                </>
              )}
            </FormSheet>
          </div>
        </div>
      </section>
      {!content?.isWhole && <Details webinar={webinar} />}
      {content && <Blocks blocks={content.blocks} facts={facts} rows={content.rows} />}
      <OtherWebinars title="הדרכות נוספות" webinars={others} />
      {!isOwn && cta && (
        <p className="webinar-stick">
          <ButtonLink href="#webinar-register" look="primary" size="lg">
            {cta}
          </ButtonLink>
        </p>
      )}
    </>
  )
}

/** Sections built from the webinar's details, if it has no page of blocks. */
const Details = ({ webinar }: Pick<WebinarProps, 'webinar'>) => (
  <>
    {webinar.takeaways.length > 0 && (
      <section className="wrap webinar-gains" aria-labelledby="gains-title">
        <h2 className="display d2" id="gains-title">
          מה ייצא לכם מההדרכה
        </h2>
        <ol>
          {webinar.takeaways.map((takeaway) => (
            <li key={takeaway}>{takeaway}</li>
          ))}
        </ol>
      </section>
    )}
    {webinar.presenter && (
      <section className="webinar-host" aria-labelledby="host-title">
        <div className="wrap">
          <h2 className="display d2" id="host-title">
            נעים להכיר, {webinar.presenter}
          </h2>
          {webinar.presenter_about && <p className="lead">{webinar.presenter_about}</p>}
        </div>
      </section>
    )}
  </>
)

type Card = Pick<Parameters<typeof RegisterCard>[0], 'title' | 'cta' | 'sessions' | 'note'>

/** Texts and sessions of the registration form; undefined if registration is not possible. */
function cardOf(webinar: ShownWebinar): Card | undefined {
  const sessions = listedSessions(webinar)
  const replay = webinar.sessions.find(({ status }) => status === 'replay')
  if (webinar.kind === 'on_demand')
    return { title: 'צפייה עכשיו', cta: 'לצפייה', sessions: [], note: 'אפשר לעצור ולחזור למקום שבו הפסקתם.' }
  if (webinar.soon || sessions.some(({ seats_left: seatsLeft }) => seatsLeft !== 0))
    return nextDateOf(webinar)?.status === 'live'
      ? {
          title: 'ההדרכה בשידור עכשיו',
          cta: 'הצטרפו עכשיו',
          sessions,
          note: 'הקישור האישי נפתח מיד, ונשלח גם בדוא״ל.',
        }
      : {
          title: 'שמירת מקום',
          cta: 'לשמירת מקום',
          sessions,
          note: webinar.has_replay ? 'נשלח קישור אישי. לא תוכלו להגיע? נשלח קישור להקלטה.' : 'נשלח קישור אישי בדוא״ל.',
        }
  if (sessions.length > 0)
    return {
      title: 'ההרשמה מלאה',
      cta: 'לרשימת ההמתנה',
      sessions,
      note: 'מקום שמתפנה עובר לממתינים, לפי סדר ההצטרפות. נכתוב לכם מיד.',
    }
  return (
    replay && {
      title: 'ההקלטה זמינה',
      cta: 'לצפייה בהקלטה',
      sessions: [replay],
      note: 'הקישור האישי נפתח מיד, ונשלח גם בדוא״ל.',
    }
  )
}

/** The registration form; if registration is not possible, the next step. */
export function Registration({
  webinar,
  request,
  texts,
  facts,
}: Pick<WebinarProps, 'webinar' | 'request' | 'texts' | 'facts'>) {
  const card = cardOf(webinar)
  if (card)
    return (
      <RegisterCard
        {...card}
        webinar={webinar}
        request={request}
        texts={texts}
        soon={webinar.soon}
        invite={request.query['i']}
      />
    )
  const cancelled = webinar.sessions.at(-1)?.status === 'cancelled'
  return (
    <>
      <h2>{cancelled ? 'המפגש בוטל' : 'ההדרכה הסתיימה'}</h2>
      <p>עוד לא נקבע מועד נוסף. אפשר לקבל הודעה כשייקבע, או לדבר איתנו כבר עכשיו.</p>
      <NewsletterInvite facts={facts} />
      <p>
        <a href={callPath(facts)}>לשיחת היכרות</a>
      </p>
    </>
  )
}

const NewsletterInvite = ({ facts }: Pick<WebinarProps, 'facts'>) => (
  <p>
    <ButtonLink
      href={facts.publishedPaths.includes('/newsletter') ? '/newsletter' : '/contact'}
      look="primary"
      size="lg"
    >
      הודיעו לי
    </ButtonLink>
  </p>
)

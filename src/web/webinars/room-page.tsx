// /webinar/:id/live, /webinar/:id/replay and /webinar/watch/:webinarId. With a token, by the state of the registration: the lobby,
// the room, the replay, or the choice of another date. Without a token: the registration.
import './room-page.css'
import type { Backend } from '#client/backend.ts'
import { MailedPage, privateHead } from '#features/newsletter/mailed-page.tsx'
import {
  listedSessions,
  openSessions,
  readShownWebinars,
  readVisit,
  type ShownWebinar,
  type WebinarVisit,
} from '#features/webinars/public/public-webinars.data.ts'
import { localTime } from '#lib/time/local-time.ts'
import { sessionTime } from '#features/webinars/public/session-time.ts'
import { WebinarRoom, type WebinarRoomProps } from '#features/webinars/room/webinar-room.tsx'
import { withKey } from '#features/webinars/own-recording.ts'
import { webinarPath } from '#features/webinars/webinars.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { logoFor } from '#platform/business-profile/brand.ts'
import { PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { watchAddress } from '#platform/player/video-source.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { Island } from '#ui/island.tsx'
import type { PageProps, PageRequest } from '../pages.ts'
import { callPath } from '../site/call-path.ts'
import { CalendarLinks } from './calendar-links.tsx'
import { RegisterCard } from './register-card.tsx'
import { TimeLeft } from './time-left.tsx'
import { tokenOfRequest } from './visit-token.ts'
import { waitlistTitle, waitlistText } from './waitlist-texts.ts'

type Loaded = {
  visit: WebinarVisit | undefined
  webinar: ShownWebinar | undefined
  token: string
  texts: ShownText[]
  now: string
}
type Props = PageProps & Loaded

export async function load(backend: Backend, request: PageRequest): Promise<Loaded | undefined> {
  const token = tokenOfRequest(request)
  const id = request.params['id'] ?? request.params['webinarId'] ?? ''
  const [visit, webinars, texts] = await Promise.all([
    readVisit(backend, token),
    readShownWebinars(backend),
    readShownTexts(backend),
  ])
  const webinar = webinars.find(
    visit ? ({ id: one }) => one === visit.webinar_id : (one) => one.slug === id || one.id === id,
  )
  if (!visit && !webinar) return undefined
  return { visit, webinar, token, texts, now: new Date().toISOString() }
}

const titles: Partial<Record<WebinarVisit['state'], string>> = {
  over: 'ההדרכה הסתיימה',
  waitlisted: waitlistTitle,
  cancelled: 'המפגש בוטל',
  left: 'ההרשמה בוטלה',
  ejected: 'הכניסה לחדר נסגרה',
}

const titleOf = ({ visit, webinar }: Pick<Props, 'visit' | 'webinar'>) =>
  (visit && (titles[visit.state] ?? visit.title)) || webinar?.title || ''

export const head = (props: Props) => privateHead(titleOf(props))

export const quiet = true

export function View(props: Props) {
  const { visit, webinar, token, facts, request } = props
  if (!visit) return <Cold {...props} webinar={webinar!} />
  if (['lobby', 'room', 'replay', 'on_demand'].includes(visit.state)) return <Open {...props} visit={visit} />
  const { problem } = Object(request.form) as Partial<FormState>
  return (
    <MailedPage title={titleOf(props)} email={visit.email}>
      {problem && <ErrorText>{problem}</ErrorText>}
      {request.query['done'] === 'cancel' && (
        <p className="mailed-page__note" id="sent" tabIndex={-1}>
          ההרשמה בוטלה. אם תגיע בכל זאת תזכורת, הקישור שבה מבטל גם אותה.
        </p>
      )}
      {visit.state === 'waiting' ? (
        <WaitingRoom visit={visit} token={token} siteUrl={facts.siteUrl} now={props.now} />
      ) : visit.state === 'waitlisted' ? (
        <p>
          <b>{sessionTime(visit.starts_at!)}</b>
          <br />
          {waitlistText}
        </p>
      ) : visit.state === 'ejected' ? (
        <p>
          אפשר לפנות אלינו <a href="/contact">ביצירת קשר</a>.
        </p>
      ) : (
        <p>
          {visit.state === 'cancelled' ? visit.cancel_reason || 'אנחנו מצטערים. ' : ''}
          {visit.state === 'over' && visit.replay_until ? 'ההקלטה הוסרה. ' : ''}
          אפשר לעבור למועד אחר בלחיצה אחת.
        </p>
      )}
      {visit.starts_at && ['cancelled', 'left'].includes(visit.state) && (
        <p className="mailed-page__links">
          <a href={`${webinarPath(visit.slug)}/calendar.ics?r=${token}`}>להסרת המפגש מהיומן</a>
        </p>
      )}
      {visit.state === 'over' && visit.recap && (
        <section className="mailed-page__card" aria-labelledby="recap-title">
          <h2 id="recap-title">בקצרה, מה היה</h2>
          <p>{visit.recap}</p>
        </section>
      )}
      {visit.state !== 'ejected' && <OtherDates visit={visit} webinar={webinar} token={token} />}
      <p className="mailed-page__links">
        <a href={callPath(facts)}>לשיחת היכרות</a>
        <a href="/webinar">לכל ההדרכות</a>
      </p>
      {(visit.state === 'waiting' || visit.state === 'waitlisted') && (
        <form method="post" action={`${webinarPath(visit.slug)}/live/cancel`}>
          <input type="hidden" name="token" value={token} />
          <Button look="link" type="submit">
            {visit.state === 'waiting' ? 'ביטול ההרשמה' : 'יציאה מרשימת ההמתנה'}
          </Button>
        </form>
      )}
    </MailedPage>
  )
}

type WaitingRoomProps = { visit: WebinarVisit; token: string; siteUrl: string; now: string }

const WaitingRoom = ({ visit, token, siteUrl, now }: WaitingRoomProps) => (
  <>
    <p>
      {visit.first_name}, המקום שלכם שמור. החדר נפתח{' '}
      {visit.lobby_at ? `ב־${formatTime(visit.lobby_at)}` : 'לפני ההתחלה'}.
    </p>
    <p>
      <b>
        <time dateTime={visit.starts_at!}>{sessionTime(visit.starts_at!)}</time>
      </b>
      <br />
      {localTime(visit.starts_at!, visit.client_zone)} <TimeLeft until={visit.starts_at!} now={now} />
    </p>
    <CalendarLinks visit={visit} token={token} siteUrl={siteUrl} />
  </>
)

/** One click reschedules the registration; links in earlier mails open the new date. */
function OtherDates({
  visit,
  webinar,
  token,
}: {
  visit: WebinarVisit
  webinar: ShownWebinar | undefined
  token: string
}) {
  const dates = (webinar ? openSessions(webinar) : []).filter(
    ({ id, seats_left: seatsLeft }) => id !== visit.session_id && seatsLeft !== 0,
  )
  if (dates.length === 0)
    return visit.state === 'waiting' || visit.state === 'waitlisted' ? null : (
      <p>עוד לא נקבע מועד נוסף. נשמח לעדכן כשייקבע.</p>
    )
  return (
    <section className="mailed-page__card" aria-labelledby="dates-title">
      <h2 id="dates-title">מועדים אחרים</h2>
      {dates.map(({ id, starts_at: at }) => (
        <form key={id} method="post" action={`${webinarPath(visit.slug)}/live/move`}>
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="sessionId" value={id} />
          <Button type="submit">{`מעבר ל${sessionTime(at)}`}</Button>
        </form>
      ))}
    </section>
  )
}

function Open({ visit, token, facts, now, request }: Props & { visit: WebinarVisit }) {
  const isFree = visit.state === 'replay' || visit.state === 'on_demand'
  const shown = isFree
    ? visit.recording
    : visit.state === 'room'
      ? visit.kind === 'live'
        ? visit.stream
        : visit.recording
      : null
  const source = withKey(shown, token)
  const props: WebinarRoomProps = {
    token,
    backendKey: facts.backendKey,
    now,
    title: visit.title,
    slug: visit.slug,
    businessName: facts.business.business_name,
    logo: logoFor(facts.business, true) ?? null,
    kind: visit.kind,
    presenter: visit.presenter,
    startsAt: visit.starts_at,
    durationMinutes: visit.duration_minutes,
    source,
    isFree,
    captions: visit.captions_url,
    chapters: visit.chapters,
    recap: visit.recap,
    callPath: callPath(facts),
  }
  return (
    <div className="room-page" data-theme="dark">
      {request.query['done'] === 'ask' && (
        <p className="room-page__note" id="sent" tabIndex={-1}>
          השאלה הגיעה. התשובה תישלח במייל.
        </p>
      )}
      {visit.replay_until && visit.state === 'replay' && (
        <p className="room-page__note">
          ההקלטה זמינה עד {formatLongDate(visit.replay_until)}, {formatTime(visit.replay_until)}
        </p>
      )}
      <Island name="webinar-room" props={props} wakes>
        <WebinarRoom {...props} isAllowed={() => false} />
      </Island>
      <noscript>
        <div className="room-page__plain">
          {source && (
            <p>
              <a href={watchAddress(source)}>לצפייה בסרטון</a>
            </p>
          )}
          <form method="post" action={`${webinarPath(visit.slug)}/live/ask`}>
            <input type="hidden" name="token" value={token} />
            <label>
              שאלה למנחים <input name="question" maxLength={1000} required />
            </label>
            <button type="submit">שליחה</button>
          </form>
        </div>
      </noscript>
    </div>
  )
}

/** Without a token: registration, with immediate entry while the room is open. */
function Cold({ webinar, request, texts, facts }: Props & { webinar: ShownWebinar }) {
  const sessions = listedSessions(webinar)
  const replay = webinar.sessions.filter(({ status }) => status === 'replay')
  const { soon } = webinar
  const offered = webinar.kind === 'on_demand' ? [] : soon || sessions.length > 0 ? sessions : replay
  const canRegister = webinar.kind === 'on_demand' || soon !== undefined || offered.length > 0
  return (
    <MailedPage title={webinar.title}>
      {request.query['r'] && <p>הקישור אינו מוכר. ייתכן שהועתק בחלקו, ואפשר להירשם שוב.</p>}
      {canRegister ? (
        <FormSheet>
          <RegisterCard
            webinar={webinar}
            request={request}
            texts={texts}
            invite={undefined}
            sessions={offered}
            soon={soon}
            title="כניסה להדרכה"
            cta="הרשמה וכניסה"
            note="הקישור האישי נשלח גם בדוא״ל."
          />
          <PrivacyNotice texts={texts} facts={facts} />
        </FormSheet>
      ) : (
        <>
          <p>ההדרכה הסתיימה, ועוד לא נקבע מועד נוסף.</p>
          <p>
            <ButtonLink href="/webinar" look="primary" size="lg">
              לכל ההדרכות
            </ButtonLink>
          </p>
        </>
      )}
    </MailedPage>
  )
}

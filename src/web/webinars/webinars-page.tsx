// /webinar: the next webinar with its date, the others, recordings, and the newsletter.
import './webinars.css'
import type { Backend } from '#client/backend.ts'
import {
  holdsUntil,
  nextDateOf,
  nextWebinar,
  openSessions,
  readShownWebinars,
  type ShownWebinar,
} from '#features/webinars/public/public-webinars.data.ts'
import { sessionTime } from '#features/webinars/public/session-time.ts'
import { hoursOf } from '#features/webinars/just-in-time.ts'
import { kindLabels } from '#features/webinars/webinar-labels.ts'
import { proofBlocks } from '#features/webinars/page/page-blocks.ts'
import { webinarPath } from '#features/webinars/webinars.ts'
import { formatHebrewDate } from '#lib/time/dates.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { type BlockRows, readBlockRows } from '../site/blocks/block-rows.ts'
import { Blocks } from '../site/blocks/blocks.tsx'
import { TimeLeft } from './time-left.tsx'
import { webinarEvent } from './webinar-json.ts'

type Loaded = { webinars: ShownWebinar[]; rows: BlockRows; holdsUntil: string | undefined }
type Props = PageProps & Loaded

export async function load(backend: Backend, _request: PageRequest): Promise<Loaded> {
  const [webinars, rows] = await Promise.all([readShownWebinars(backend), readBlockRows(backend, proofBlocks)])
  return { webinars, rows, holdsUntil: holdsUntil(webinars, Date.now()) }
}

export const head = ({ webinars, facts }: Props): Head => ({
  title: 'הדרכות מקוונות ללא עלות',
  description: 'הדרכות חיות ומוקלטות על כסף בבית: מועדים קרובים, הרשמה וצפייה בהקלטות.',
  jsonLd: webinars.flatMap((webinar) => webinarEvent(webinar, facts)),
})

export function View({ webinars, rows, facts }: Props) {
  const next = nextWebinar(webinars, '')
  const others = webinars.filter((webinar) => webinar !== next)
  return (
    <>
      <section className="webinar-top" data-theme="dark" aria-labelledby="webinar-title">
        <div className="wrap webinar-top__in">
          {next ? (
            <Next webinar={next} />
          ) : (
            <None canWatch={others.length > 0} hasNewsletter={facts.publishedPaths.includes('/newsletter')} />
          )}
        </div>
      </section>
      {others.length > 0 && (
        <section className="wrap webinar-list" aria-labelledby="others-title">
          <h2 className="display d2" id="others-title">
            {next ? 'הדרכות נוספות' : 'אפשר לצפות כבר עכשיו'}
          </h2>
          <ul>
            {others.map((webinar) => (
              <Other key={webinar.id} webinar={webinar} />
            ))}
          </ul>
        </section>
      )}
      <Blocks blocks={proofBlocks} facts={facts} rows={rows} />
    </>
  )
}

function Next({ webinar }: { webinar: ShownWebinar }) {
  const session = nextDateOf(webinar)
  return (
    <>
      <p className="kicker">{`הדרכה מקוונת ללא עלות · ${webinar.duration_minutes} דקות`}</p>
      <h1 className="display d1" id="webinar-title">
        {webinar.title}
      </h1>
      {webinar.subtitle && <p className="lead">{webinar.subtitle}</p>}
      {session && (
        <p className="webinar-top__when">
          <time dateTime={session.starts_at}>
            {session.status === 'live' ? 'בשידור עכשיו' : sessionTime(session.starts_at)}
          </time>
          {session.status !== 'live' && <span> · {formatHebrewDate(session.starts_at)}</span>}
          {session.status !== 'live' && <TimeLeft until={session.starts_at} />}
        </p>
      )}
      {webinar.presenter && (
        <p className="webinar-top__host">
          <b>עם {webinar.presenter}</b>
          {webinar.presenter_about && <span>{webinar.presenter_about}</span>}
        </p>
      )}
      <p>
        <ButtonLink href={webinarPath(webinar.slug)} look="accent" size="lg">
          {session?.status === 'live' ? 'להצטרפות עכשיו' : 'לשמירת מקום'}
        </ButtonLink>
      </p>
    </>
  )
}

const None = ({ canWatch, hasNewsletter }: { canWatch: boolean; hasNewsletter: boolean }) => (
  <>
    <p className="kicker">הדרכות מקוונות ללא עלות</p>
    <h1 className="display d1" id="webinar-title">
      המועד הבא עוד לא נקבע
    </h1>
    <p className="lead">
      {canWatch ? 'בינתיים אפשר לצפות בהקלטות שכאן. ' : ''}
      {hasNewsletter ? 'נשמח להודיע לכם כשייקבע מועד.' : 'נשמח לספר לכם כשייקבע מועד.'}
    </p>
    <p>
      <ButtonLink href={hasNewsletter ? '/newsletter' : '/contact'} look="accent" size="lg">
        הודיעו לי
      </ButtonLink>
    </p>
  </>
)

function Other({ webinar }: { webinar: ShownWebinar }) {
  const [session] = openSessions(webinar)
  const hours = hoursOf(webinar)
  const canWatch = webinar.kind === 'on_demand' || webinar.sessions.some(({ status }) => status === 'replay')
  return (
    <li>
      <h3>
        <a href={webinarPath(webinar.slug)}>{webinar.title}</a>
      </h3>
      {webinar.subtitle && <p>{webinar.subtitle}</p>}
      <p className="webinar-list__meta">
        {kindLabels[webinar.kind]} · {`${webinar.duration_minutes} דקות`}
        {session
          ? ` · ${sessionTime(session.starts_at)}`
          : canWatch
            ? ' · אפשר לצפות עכשיו'
            : hours && ` · מתחילה כל רבע שעה, ${hours}`}
      </p>
    </li>
  )
}

// /webinar: the next webinar with its date, the others, recordings, and the newsletter.
import './webinars.css'
import type { Backend } from '#client/backend.ts'
import {
  holdsUntil,
  nextDateOf,
  nextWebinar,
  readShownWebinars,
  type ShownWebinar,
} from '#features/webinars/public/public-webinars.data.ts'
import { proofBlocks } from '#features/webinars/page/page-blocks.ts'
import { webinarPath } from '#features/webinars/webinars.ts'
import { formatHebrewDate } from '#lib/time/dates.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { type BlockRows, readBlockRows } from '../site/blocks/block-rows.ts'
import { Blocks } from '../site/blocks/blocks.tsx'
import { DateTicket } from './date-ticket.tsx'
import { OtherWebinars } from './other-webinars.tsx'
import { SessionMoment } from './session-moment.tsx'
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
      <OtherWebinars title={next ? 'הדרכות נוספות' : 'אפשר לצפות כבר עכשיו'} webinars={others} />
      <Blocks blocks={proofBlocks} facts={facts} rows={rows} />
    </>
  )
}

function Next({ webinar }: { webinar: ShownWebinar }) {
  const session = nextDateOf(webinar)
  return (
    <>
      <div className="webinar-top__words">
        <p className="kicker">{`הדרכה מקוונת ללא עלות · ${webinar.duration_minutes} דקות`}</p>
        <h1 className="display d1" id="webinar-title">
          {webinar.title}
        </h1>
        {webinar.subtitle && <p className="lead">{webinar.subtitle}</p>}
        {session && (
          <p className="webinar-top__when">
            <time dateTime={session.starts_at}>
              {session.status === 'live' ? 'בשידור עכשיו' : <SessionMoment at={session.starts_at} />}
            </time>
            {session.status !== 'live' && (
              <>
                {' · '}
                <span className="nowrap">{formatHebrewDate(session.starts_at)}</span>
              </>
            )}
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
      </div>
      {session && session.status !== 'live' && <DateTicket at={session.starts_at} />}
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

import { CircleCheck, Clock, Lock, Play } from 'lucide-react'
import type { ShownContent, WatchView } from '#features/launches/launch-view.ts'
import { ResponsiveImage } from '#platform/images/responsive-image.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { fullTime } from './launch-state.ts'
import { VisitorTime } from './visitor-time.tsx'

const icons = { locked: Lock, available: Play, started: Play, completed: CircleCheck, expired: Clock } as const

/** The contents in order, each with its state; a locked one shows when it opens. */
export function ContentRail({ view, path }: { view: WatchView; path: string }) {
  return (
    <nav className="launch-rail" aria-label="השיעורים">
      <ol>
        {view.contents.map((content, i) => (
          <li
            key={content.id}
            id={`content-${content.id}`}
            className={`launch-rail__item launch-rail__item--${content.state}`}
          >
            {content.state === 'locked' || content.state === 'expired' ? (
              <div>
                <RailItemContent content={content} number={i + 1} />
                {content.state === 'locked' && content.opensAt && <VisitorTime at={content.opensAt} />}
                {content.state === 'locked' && content.kind !== 'sales' && view.participant.status !== 'opted_out' && (
                  <Ask content={content} path={path} />
                )}
              </div>
            ) : (
              <a
                href={`${path}?c=${content.id}`}
                {...(content.id === view.chosen && { 'aria-current': 'page' as const })}
              >
                <RailItemContent content={content} number={i + 1} />
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Subscribes to a mail when the content opens. */
const Ask = ({ content: { id, title, isAsked }, path }: { content: ShownContent; path: string }) =>
  isAsked ? (
    <small className="launch-rail__ask">נשלח לכם הודעה כשייפתח</small>
  ) : (
    <form className="launch-rail__ask" method="post" action={`${path}/ask`}>
      <input type="hidden" name="content" value={id} />
      <Button look="link" size="sm" type="submit" aria-label={`להודיע לי כשייפתח: ${title}`}>
        להודיע לי כשייפתח
      </Button>
    </form>
  )

const RailItemContent = ({ content, number }: { content: ShownContent; number: number }) => (
  <>
    {content.poster && (
      <ResponsiveImage
        className="launch-poster"
        picture={content.poster}
        alt=""
        sizes="(max-width: 40rem) 90vw, 16rem"
      />
    )}
    <span className="launch-rail__mark" aria-hidden="true">
      <Icon of={icons[content.state]} />
    </span>
    <span>
      <b>
        {number}. {content.title}
      </b>
      <small>{textsOf(content)}</small>
    </span>
  </>
)

function textsOf({ state, opensAt, waitsFor, closesAt }: ShownContent) {
  if (state === 'locked')
    return opensAt ? `ייפתח ב${fullTime(opensAt)}` : waitsFor ? `ייפתח אחרי ״${waitsFor}״` : 'ייפתח בהמשך'
  if (state === 'expired') return 'כבר אינו פתוח'
  if (state === 'completed') return 'הושלם'
  const open = state === 'started' ? 'התחלתם' : 'פתוח'
  return closesAt ? `${open}, עד ${fullTime(closesAt)}` : open
}

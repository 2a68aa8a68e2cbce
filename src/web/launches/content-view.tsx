import { FileText } from 'lucide-react'
import type { ShownContent, WatchView } from '#features/launches/launch-view.ts'
import { imageUrl } from '#platform/images/images.ts'
import { Island as Player } from '#features/launches/launch-player.island.tsx'
import { Button } from '#ui/button.tsx'
import { Island as IslandFrame } from '#ui/island.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { fullTime } from './launch-state.ts'

/** The selected content: video, text, worksheet, and the next content. */
export function ContentView({ view, path }: { view: WatchView; path: string }) {
  const content = view.contents.find(({ id }) => id === view.chosen)
  if (!content) return <NoContent view={view} />
  const player = {
    path: `${path}/progress`,
    content: content.id,
    title: content.title,
    video: view.video,
    ...(content.poster && { poster: imageUrl(content.poster, { width: Math.min(content.poster.width, 1200) }) }),
    startsAt: content.position,
  }
  return (
    <article className="launch__content" aria-labelledby="content-title">
      <IslandFrame name="launch-player" props={player} wakes>
        <Player {...player} />
      </IslandFrame>
      {content.hasVideo && !view.video && (
        <p className="launch__gone">הסרטון הזה אינו זמין כרגע. אפשר לנסות שוב מאוחר יותר, או לכתוב לנו.</p>
      )}
      <h2 id="content-title" className="display d3">
        {content.title}
      </h2>
      {content.body.split(/\n{2,}/).map((paragraph) => paragraph && <p key={paragraph}>{paragraph}</p>)}
      <div className="launch__acts">
        {content.worksheet && (
          <form method="post" action={`${path}/worksheet`}>
            <input type="hidden" name="content" value={content.id} />
            <Button look="secondary" type="submit" icon={<Icon of={FileText} />}>
              {`להורדת דף העבודה: ${content.worksheet}`}
            </Button>
          </form>
        )}
        {content.state !== 'completed' && (
          <form method="post" action={`${path}/complete`}>
            <input type="hidden" name="content" value={content.id} />
            <Button look="soft" type="submit">
              סיימתי
            </Button>
          </form>
        )}
      </div>
      <p className="launch__next" id="next" tabIndex={-1}>
        {nextOf(view, content)}
      </p>
    </article>
  )
}

const NoContent = ({ view: { contents, launch } }: { view: WatchView }) => {
  const next = contents.find(({ state, opensAt }) => state === 'locked' && opensAt)
  return (
    <section className="launch__panel">
      <h2>{launch.phase === 'waiting' ? 'הסדרה עוד לא התחילה' : 'אין כרגע שיעור פתוח'}</h2>
      <p>
        {next?.opensAt
          ? `״${next.title}״ ייפתח ב${fullTime(next.opensAt)}. נשלח הודעה ברגע שהוא נפתח.`
          : 'נעדכן בדוא״ל.'}
      </p>
    </section>
  )
}

function nextOf({ contents }: WatchView, { id }: ShownContent) {
  const after = contents.slice(contents.findIndex((one) => one.id === id) + 1)
  const next = after.find(({ state }) => state !== 'expired')
  if (!next) return 'זה השיעור האחרון בסדרה. תודה שהגעתם עד כאן.'
  if (next.state !== 'locked') return `הבא בתור: ״${next.title}״, כבר פתוח.`
  if (next.opensAt) return `הבא בתור: ״${next.title}״, ב${fullTime(next.opensAt)}. נשלח הודעה כשייפתח.`
  return `הבא בתור: ״${next.title}״, אחרי שתסמנו שסיימתם.`
}

import { ButtonLink } from '#ui/button.tsx'
import type { SessionState } from '../webinar-labels.ts'
import { ExitPoll } from './exit-poll.tsx'
import { SoundTest } from './sound-test.tsx'
import type { RoomHandle } from './use-room.ts'

type Props = {
  status: SessionState | null
  /** Seconds until the start. */
  left: number
  presenter: string
  slug: string
  token: string
  /** The URL of the call page. */
  callPath: string
  call: RoomHandle['call']
}

/** Shown instead of the video: the countdown, the waiting message for the host, or the end. The countdown is never negative. */
export function Stage({ status, left, presenter, slug, token, callPath, call }: Props) {
  const isAhead = status === null || status === 'scheduled' || status === 'lobby'
  const isOver = !isAhead && status !== 'live'
  const page = `/webinar/${encodeURIComponent(slug)}`
  return (
    <div className="room__stage">
      {presenter && <p className="room__presenter">{presenter}</p>}
      <p className="room__wait">{textsOf(status, left)}</p>
      {isAhead && left > 0 && (
        <p className="room__countdown" dir="ltr" role="timer">
          {countdown(left)}
        </p>
      )}
      {isAhead && <p>אפשר להשאיר את העמוד פתוח: השידור יעלה כאן לבד.</p>}
      {status && isAhead && <SoundTest />}
      {isOver && (
        <>
          <p>{endedTexts[status ?? 'ended'] ?? 'אם תעלה הקלטה, היא תיפתח בקישור האישי שלכם.'}</p>
          {status !== 'cancelled' && <ExitPoll call={call} />}
          <p className="room__next">
            {status === 'replay' ? (
              <ButtonLink look="primary" href={`${page}/replay?r=${token}`}>
                לצפייה בהקלטה
              </ButtonLink>
            ) : (
              <ButtonLink look="primary" href={callPath}>
                לשיחת היכרות
              </ButtonLink>
            )}
            <ButtonLink href={status === 'cancelled' ? page : '/webinar'}>
              {status === 'cancelled' ? 'למועדים אחרים' : 'להדרכות נוספות'}
            </ButtonLink>
          </p>
        </>
      )}
    </div>
  )
}

function textsOf(status: SessionState | null, remaining: number) {
  if (status === 'live') return 'השידור מתחיל'
  if (status === 'cancelled') return 'המפגש בוטל'
  if (status === 'ended' || status === 'replay' || status === 'closed') return 'ההדרכה הסתיימה. תודה שהייתם איתנו'
  return status && remaining <= 0 ? 'מתחילים עוד רגע' : 'ההדרכה תתחיל בעוד'
}

const endedTexts: Partial<Record<SessionState, string>> = {
  replay: 'ההקלטה כבר זמינה בקישור האישי שלכם.',
  cancelled: 'הפרטים נשלחים אליכם בדוא״ל.',
}

function countdown(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const days = Math.floor(seconds / 86_400)
  const rest = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return days > 0 ? `${days} · ${rest}` : rest
}

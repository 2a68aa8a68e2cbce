import { useState } from 'react'
import { formatPosition } from '#platform/player/player-time.ts'
import { Button } from '#ui/button.tsx'
import { RoomRefused } from './room-call.ts'
import type { RoomInteraction } from './room-types.ts'
import type { OpenRoom } from './follow-room.ts'
import type { RoomHandle } from './use-room.ts'

type Props = { room: OpenRoom; call: RoomHandle['call']; now: number }

/** Below the video: the offers, polls and announcements that are open by the server's clock. Screen readers announce a new one. */
export function RoomInteractions({ room, call, now }: Props) {
  const open = room.interactions.filter(({ closes_at: until, kind }) => kind !== 'handout' && Date.parse(until) > now)
  return (
    <div className="room__moments" aria-live="polite">
      {open.map((one) =>
        one.kind === 'poll' ? (
          <Poll key={one.id} poll={one} call={call} />
        ) : one.kind === 'offer' ? (
          <Offer key={one.id} offer={one} call={call} now={now} />
        ) : (
          <section key={one.id} className="room__notice" aria-label="הודעה">
            <b>{one.title}</b>
            {one.body && <p>{one.body}</p>}
          </section>
        ),
      )}
    </div>
  )
}

function Offer({ offer, call, now }: { offer: RoomInteraction } & Pick<Props, 'call' | 'now'>) {
  const remaining = Math.max(0, Math.floor((Date.parse(offer.closes_at) - now) / 1000))
  return (
    <section className="room__offer" aria-label="הצעה">
      <div>
        <h2>{offer.title}</h2>
        {offer.body && <p>{offer.body}</p>}
        <p aria-live="off">
          ההצעה פתוחה עוד <bdi dir="ltr">{formatPosition(remaining)}</bdi>
        </p>
      </div>
      <a
        className="btn btn--lg btn--primary"
        href={offer.link ?? '#'}
        target="_blank"
        rel="noreferrer"
        onClick={() =>
          void call('answer-in-webinar', { interactionId: offer.id, kind: 'clicked' }, true).catch(() => {})
        }
      >
        לפרטים ולהצטרפות
      </a>
    </section>
  )
}

const problems: Record<string, string> = {
  webinar_answered: 'התשובה כבר נקלטה',
  webinar_offer_closed: 'הסקר נסגר',
}

function Poll({ poll, call }: { poll: RoomInteraction } & Pick<Props, 'call'>) {
  const [answered, setGiven] = useState(poll.answer)
  const [problem, setProblem] = useState<string>()
  const total = Object.values(poll.results ?? {}).reduce((sum, n) => sum + n, 0)
  const answer = (choice: number) => {
    setGiven(choice)
    setProblem(undefined)
    call('answer-in-webinar', { interactionId: poll.id, kind: 'answered', choice }).catch((error: unknown) => {
      setGiven(null)
      setProblem(problems[error instanceof RoomRefused ? error.code : ''] ?? 'התשובה לא נקלטה. אפשר לנסות שוב')
    })
  }
  return (
    <section className="room__poll" aria-label="סקר">
      <h2>{poll.title}</h2>
      {problem && <p role="alert">{problem}</p>}
      <ul>
        {poll.choices.map((choice, at) => (
          <li key={choice}>
            {answered === null ? (
              <Button block onClick={() => answer(at)}>
                {choice}
              </Button>
            ) : (
              <p data-mine={answered === at || undefined}>
                {choice}
                {total > 0 && ` · ${Math.round((100 * (poll.results?.[at] ?? 0)) / total)}%`}
              </p>
            )}
          </li>
        ))}
      </ul>
      {answered !== null && <p>תודה, התשובה נקלטה.</p>}
    </section>
  )
}

// The control room of a session: steps of the host, counts, questions by votes, chat, interactions, and participants.
import './control-room.css'
import { Link } from 'react-router'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { managesSite } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { formatPosition } from '#platform/player/player-time.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Component as NotFound } from '#platform/screens/not-found-screen.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { Figure, Figures } from '#ui/figures.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { failedStep } from '../screens/failed-step.ts'
import { type ReactionKind, reactionKinds, reactionLabels } from '../webinar-labels.ts'
import { sessionLabels } from '../screens/session-labels.ts'
import { useSeconds } from '../use-seconds.ts'
import { useMoveSession, useWebinars, useWebinarSessions } from '../webinars.data.ts'
import { Chat } from './chat.tsx'
import { useControlRoom } from './control.data.ts'
import { InteractionList } from './interaction-list.tsx'
import { Questions } from './questions.tsx'
import { Rehearsal } from './rehearsal.tsx'
import { Registrants } from './registrants.tsx'
import { SessionSteps } from './session-steps.tsx'

export function Component() {
  const webinarId = useIdParam('webinarId')
  const sessionId = useIdParam('sessionId')
  const mine = useOwnRoles()
  const { data: webinars } = useWebinars()
  const { data: sessions } = useWebinarSessions()
  const { data: room, error, refetch } = useControlRoom(sessionId)
  const webinar = webinars?.find(({ id }) => id === webinarId)
  const session = sessions?.find(({ id, webinar_id: of }) => id === sessionId && of === webinarId)
  useScreenTitle(webinar ? `חדר בקרה: ${webinar.title}` : 'חדר בקרה')
  if (error && !room) return <FailedToLoad insteadOf={room} error={error} onRetry={() => void refetch()} />
  if (!room || !webinars || !sessions) return <Loading page size="lg" />
  if (!webinar || !session || !room.control) return <NotFound />
  const { control, lines, registrants } = room
  const canEdit = managesSite(mine)
  const isAhead = ['scheduled', 'lobby', 'live'].includes(control.status)
  const isOpen = control.status === 'lobby' || control.status === 'live' || control.is_rehearsal
  return (
    <div className="view control-room">
      <div className="view__head">
        <h1>
          חדר בקרה: <bdi>{webinar.title}</bdi>
        </h1>
        <div className="view__end">
          {control.is_rehearsal && <Badge kind="warning">חזרה · רק הצוות רואה</Badge>}
          <Badge kind={control.status === 'live' ? 'danger' : 'outline'}>{sessionLabels[control.status]}</Badge>
          {control.is_host && (
            <SessionSteps
              session={{ id: session.id, status: control.status }}
              isRehearsal={control.is_rehearsal}
              kind={webinar.kind}
            />
          )}
          {control.is_host && control.status === 'live' && webinar.kind === 'live' && (
            <StreamButton session={session.id} isDown={control.is_down} />
          )}
          <Link className={buttonClasses({ look: 'ghost' })} to={`/admin/webinars/${webinar.id}`}>
            להדרכה
          </Link>
        </div>
      </div>
      {isAhead && webinar.kind === 'live' && !webinar.stream && (
        <p className="control-room__note" role="note">
          עוד אין כתובת שידור, ובמקום הסרטון החדר יציג ״השידור מתחיל״.{' '}
          {canEdit ? (
            <Link to={`/admin/webinars/${webinar.id}`}>להוספת הכתובת בפרטי ההדרכה</Link>
          ) : (
            'מוסיפים אותה בפרטי ההדרכה.'
          )}
        </p>
      )}
      <Figures>
        <Figure name="צופים עכשיו" note={`מתוך ${control.registered} נרשמים`}>
          {control.viewers}
        </Figure>
        <Figure name="שאלות בלי תשובה">
          {lines.filter((line) => line.kind === 'question' && line.status === 'visible' && !line.answered_at).length}
        </Figure>
        <Figure name="תגובות" note={reactionsText(control.reactions)}>
          {Object.values(control.reactions).reduce((sum, n) => sum + n, 0)}
        </Figure>
        {control.status === 'live' && control.started_at ? (
          <Figure name="בשידור">
            <Elapsed since={control.started_at} />
          </Figure>
        ) : (
          <Figure name="מועד ההתחלה" note={formatDate(session.starts_at)}>
            {formatTime(session.starts_at)}
          </Figure>
        )}
      </Figures>
      {control.is_rehearsal && <Rehearsal webinar={webinar} />}
      <div className="control-room__columns">
        <Questions session={session.id} lines={lines} registrants={registrants} />
        <Chat session={session.id} lines={lines} registrants={registrants} />
        <InteractionList
          webinar={webinar}
          session={session.id}
          open={control.open}
          isRoomOpen={isOpen}
          isHost={control.is_host}
        />
      </div>
      <Registrants
        webinar={webinar}
        session={session.id}
        registrants={registrants}
        registered={control.registered}
        others={sessions
          .filter(
            ({ id, webinar_id: of, status }) =>
              of === webinarId && id !== sessionId && ['scheduled', 'lobby', 'live'].includes(status),
          )
          .toReversed()}
      />
    </div>
  )
}

const reactionsText = (counts: Partial<Record<ReactionKind, number>>) =>
  reactionKinds
    .filter((kind) => counts[kind])
    .map((kind) => `${reactionLabels[kind]} ${counts[kind]}`)
    .join(' · ') || undefined

/** Announces to the room that the broadcast failed, or that it is restored. */
function StreamButton({ session, isDown }: { session: string; isDown: boolean }) {
  const move = useMoveSession()
  return (
    <Button
      aria-pressed={isDown}
      onClick={() => move.mutate({ session, step: isDown ? 'stream_up' : 'stream_down' }, { onError: failedStep })}
    >
      {isDown ? 'השידור חזר' : 'השידור נקטע'}
    </Button>
  )
}

function Elapsed({ since }: { since: string }) {
  const now = useSeconds()
  return <bdi dir="ltr">{formatPosition(Math.max(0, Math.floor((now - Date.parse(since)) / 1000)))}</bdi>
}

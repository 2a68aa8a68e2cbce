import './webinar-room.css'
import { useEffect } from 'react'
import { VideoPlayer } from '#platform/player/video-player.tsx'
import type { VideoSource } from '#platform/player/video-source.ts'
import { withKey } from '../own-recording.ts'
import { useSeconds } from '../use-seconds.ts'
import type { WebinarKind } from '../webinar-labels.ts'
import { Reactions } from './reactions.tsx'
import { RoomInteractions } from './room-interactions.tsx'
import { RoomPanel } from './room-panel.tsx'
import { RoomTop } from './room-top.tsx'
import { secondOf } from './server-clock.ts'
import { Stage } from './stage.tsx'
import { StreamDown } from './stream-down.tsx'
import { useHeartbeat } from './use-heartbeat.ts'
import { useRoom } from './use-room.ts'

export type WebinarRoomProps = {
  token: string
  backendKey: string
  /** Server time of the rendering. */
  now: string
  title: string
  slug: string
  businessName: string
  /** The uploaded logo for dark backgrounds: the room is always dark. */
  logo: string | null
  kind: WebinarKind
  presenter: string
  startsAt: string | null
  durationMinutes: number
  /** The video that plays when the page is opened. */
  source: VideoSource | null
  /** Whether the viewer controls the position: in a replay, or on demand. */
  isFree: boolean
  captions: string | null
  chapters: { at: number; title: string }[]
  recap: string
  /** The URL of the call page, the next step after the end. */
  callPath: string
}

/** The room of a webinar: lobby, broadcast or recording, with chat and interactions. */
export function WebinarRoom({ isAllowed, ...props }: WebinarRoomProps & { isAllowed: () => boolean }) {
  const { token, title, kind, presenter, isFree, captions, chapters, recap, startsAt, slug } = props
  const handle = useRoom(props)
  const { room, refused, clock, refresh } = handle
  const isStream = kind === 'live' && !isFree
  const isRecorded = !isStream
  const onProgress = useHeartbeat(handle, isFree ? 'replay' : kind === 'live' ? 'live' : 'sim')
  const now = useSeconds(clock.now)
  const status = room?.status ?? null
  const startedAt = room?.started_at ?? startsAt
  const source = room ? withKey(room.source, token) : props.source
  const isLive = status === 'live'
  // The session may have been moved since the page was rendered.
  const dueAt = room?.starts_at ?? startsAt
  const remaining = dueAt ? Math.ceil((Date.parse(dueAt) - now) / 1000) : 0
  const joinedAt = startedAt && room ? secondOf(startedAt, Date.parse(room.enteredAt)) : 0

  // An automated broadcast starts on schedule, without a message from the server.
  const isDue = kind === 'automated' && status === 'lobby' && remaining <= 0
  useEffect(() => {
    if (isDue) void refresh().catch(() => {})
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue])

  if (refused) return <EntryRefused code={refused} slug={slug} />
  return (
    <div className="room">
      <RoomTop
        title={title}
        slug={slug}
        businessName={props.businessName}
        logo={props.logo}
        isOnAir={isLive && !isRecorded}
        isRecorded={isRecorded}
        viewers={isFree ? 0 : (room?.viewers ?? 0)}
        isConnected={room?.sessionId && !isFree ? handle.isConnected : undefined}
        elapsed={isLive && !isFree && startedAt ? secondOf(startedAt, now) : undefined}
      />
      <div className="room__main">
        {source && (isFree || isLive) ? (
          <VideoPlayer
            key={`${source.provider}${source.ref}`}
            video={{ source, title, captions: captions ?? undefined, chapters }}
            clock={isFree || kind === 'live' || !startedAt ? undefined : () => secondOf(startedAt, clock.now())}
            isStream={isStream}
            isAllowed={isAllowed}
            {...(isFree && { resumeKey: `webinar:${slug}` })}
            onProgress={(progress) => {
              handle.notePlayed(progress.position)
              // A stream counts from its own start, which is not that of the broadcast.
              const position = isStream && startedAt ? secondOf(startedAt, clock.now()) : progress.position
              onProgress({ ...progress, position })
            }}
          />
        ) : (
          <Stage
            status={status}
            left={remaining}
            presenter={presenter}
            slug={slug}
            token={token}
            callPath={props.callPath}
            call={handle.call}
          />
        )}
        {room?.is_down && <StreamDown source={source} />}
        {isLive && joinedAt > 120 && recap && (
          <details className="room__recap">
            <summary>{`הצטרפתם בדקה ${Math.floor(joinedAt / 60)} · לתקציר`}</summary>
            <p>{recap}</p>
          </details>
        )}
        {room && isLive && !isFree && <Reactions reactions={room.reactions} call={handle.call} />}
        {room && <RoomInteractions room={room} call={handle.call} now={now} />}
      </div>
      {room && (
        <RoomPanel
          handle={handle}
          room={room}
          canChat={!isFree && (isLive || status === 'lobby')}
          isRecorded={isRecorded}
        />
      )}
    </div>
  )
}

const refusalTexts: Record<string, string> = {
  webinar_ejected: 'הכניסה לחדר נסגרה',
  webinar_not_open: 'החדר עוד לא נפתח, או שהמפגש כבר הסתיים',
  webinar_visit_unknown: 'הקישור אינו מוכר. ייתכן שהועתק בחלקו',
}

const EntryRefused = ({ code, slug }: { code: string; slug: string }) => (
  <div className="room__stage">
    <p className="room__wait">{refusalTexts[code] ?? 'הכניסה לחדר נכשלה. כדאי לבדוק את החיבור ולרענן'}</p>
    <p>
      <a href={`/webinar/${encodeURIComponent(slug)}`}>לעמוד ההדרכה</a> · <a href="/contact">לדווח על בעיה</a>
    </p>
  </div>
)

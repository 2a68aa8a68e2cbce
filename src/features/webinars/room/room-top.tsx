import { LogOut, Users } from 'lucide-react'
import { count } from '#lib/hebrew/count.ts'
import { formatPosition } from '#platform/player/player-time.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Logo } from '#ui/pictures/logo.tsx'
import { recordedBadge } from '../webinar-labels.ts'

type Props = {
  title: string
  slug: string
  businessName: string
  /** The uploaded logo for dark backgrounds. */
  logo: string | null
  isOnAir: boolean
  isRecorded: boolean
  viewers: number
  /** Undefined if the room follows no session. */
  isConnected: boolean | undefined
  /** Seconds since the start of the broadcast; undefined while there is none. */
  elapsed: number | undefined
}

/** The bar of the room: logo, title, state, viewers, connection, time since the start, and the link out of the room. */
export function RoomTop(props: Props) {
  const { title, slug, businessName, logo, isOnAir, isRecorded, viewers, isConnected, elapsed } = props
  return (
    <header className="room__top">
      <div className="room__brand">
        <Logo name={businessName} image={logo} compact />
        <h1>{title}</h1>
      </div>
      {isOnAir && <span className="room__live">שידור חי</span>}
      {isRecorded && <span className="room__recorded">{recordedBadge}</span>}
      {viewers > 0 && (
        <span className="room__viewers">
          <Users size={16} aria-hidden="true" />
          {count(viewers, { one: 'צופה אחד', two: 'שני צופים', other: '# צופים' })}
        </span>
      )}
      <div className="room__end">
        {isConnected !== undefined && (
          <span className="room__link" data-on={isConnected || undefined}>
            {isConnected ? 'מחוברים' : 'מתחברים…'}
          </span>
        )}
        {elapsed !== undefined && (
          <span className="room__elapsed" role="timer">
            <span className="vh">זמן מתחילת השידור: </span>
            <bdi dir="ltr">{formatPosition(elapsed)}</bdi>
          </span>
        )}
        <ButtonLink
          className="room__leave"
          size="sm"
          href={`/webinar/${encodeURIComponent(slug)}`}
          icon={<Icon of={LogOut} />}
        >
          יציאה
        </ButtonLink>
      </div>
    </header>
  )
}

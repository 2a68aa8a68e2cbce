import { useLaunchMessages } from '#features/launches/launches.data.ts'
import type { Launch, LaunchContent } from '#features/launches/launches.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { launchDays } from './launch-days.ts'

type Props = { launch: Launch; contents: readonly LaunchContent[] }

/** The days of a fixed launch with their events; Shabbat and holidays are shaded and named. */
export function LaunchTimeline({ launch, contents }: Props) {
  const { data: rules = [] } = useLaunchMessages(launch.id)
  const { prelaunch_at: start, cart_opens_at: opens, cart_closes_at: closes } = launch
  if (!start || !opens || !closes)
    return launch.mode === 'evergreen' ? (
      <Block title="ציר הזמן">
        <BlockText>בהשקה לפי מועד ההצטרפות, לכל משתתף ציר זמן משלו.</BlockText>
      </Block>
    ) : null
  const days = launchDays({ start, opens, closes }, contents, rules)
  return (
    <Block title="ציר הזמן">
      <ol className="launch-days">
        {days.map(({ day, rest, isCart, marks }) => (
          <li
            key={day}
            className={`launch-days__day${rest ? ' launch-days__day--rest' : ''}${isCart ? ' launch-days__day--cart' : ''}`}
          >
            <time dateTime={day}>{formatDate(`${day}T12:00:00Z`)}</time>
            {rest && <small>{rest}</small>}
            {marks.map(({ at, words, isMail }) => (
              <span key={`${at} ${words}`} className={isMail ? 'launch-days__mail' : undefined}>
                {formatTime(at)} {isMail && 'הודעה: '}
                {words}
              </span>
            ))}
            {rest && marks.length > 0 && <em>כדאי להזיז: ביום מנוחה הודעות ממתינות לסיומו</em>}
          </li>
        ))}
      </ol>
    </Block>
  )
}

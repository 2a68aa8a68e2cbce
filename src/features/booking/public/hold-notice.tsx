import './hold-notice.css'
import { Clock } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Icon } from '#ui/pictures/icon.tsx'
import { clockText } from './free-days.ts'

type Props = {
  /** When the hold ends, in epoch milliseconds of this clock. */
  releaseAt: number
  /** The clock of its end, for a page without JavaScript. */
  releaseClock: string
}

/** How long the chosen hour is held. The seconds are not announced; a minute before the end and the end are. */
export function HoldNotice({ releaseAt, releaseClock }: Props) {
  const left = useSecondsUntil(releaseAt)
  if (left === 0)
    return (
      <output className="hold hold--over">
        <Icon of={Clock} />
        <span>השמירה הסתיימה, ומה שכתבתם נשאר כאן. אפשר להמשיך: אם השעה עדיין פנויה, היא שלכם.</span>
      </output>
    )
  return (
    <div className="hold">
      <Icon of={Clock} />
      {left === undefined ? (
        <p>השעה שמורה לכם עד {releaseClock}</p>
      ) : (
        <p role="timer">
          השעה שמורה לכם עוד <bdi dir="ltr">{clockOf(left)}</bdi>
        </p>
      )}
      <output className="vh">{left !== undefined && left <= 60 ? 'השעה שמורה לכם עוד דקה' : ''}</output>
    </div>
  )
}

/** 7:00 */
const clockOf = (seconds: number) => clockText(seconds).replace(/^0(?=\d:)/, '')

const subscribe = (onTick: () => void) => {
  const timer = setInterval(onTick, 1000)
  return () => clearInterval(timer)
}
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Undefined before hydration: the server cannot know when the page is read. */
function useSecondsUntil(at: number): number | undefined {
  const now = useSyncExternalStore<number | undefined>(subscribe, nowSeconds, () => undefined)
  return now === undefined ? undefined : Math.max(0, Math.floor(at / 1000) - now)
}

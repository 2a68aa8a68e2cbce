import './hold-notice.css'
import { Clock } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Icon } from '#ui/pictures/icon.tsx'
import { clockText } from './free-days.ts'

type Props = {
  /** When the hold ends, in epoch milliseconds of the browser's clock. */
  releaseAt: number
  /** When the hold ends, as a formatted local time; shown when JavaScript is off. */
  releaseClock: string
}

/** Remaining time of the hold. Screen readers announce only the last minute and the expiry. */
export function HoldNotice({ releaseAt, releaseClock }: Props) {
  const remaining = useSecondsUntil(releaseAt)
  if (remaining === 0)
    return (
      <output className="hold hold--over">
        <Icon of={Clock} />
        <span>השמירה הסתיימה, ומה שכתבתם נשאר כאן. אפשר להמשיך: אם השעה עדיין פנויה, היא שלכם.</span>
      </output>
    )
  return (
    <div className="hold">
      <Icon of={Clock} />
      {remaining === undefined ? (
        <p>השעה שמורה לכם עד {releaseClock}</p>
      ) : (
        <p role="timer">
          השעה שמורה לכם עוד <bdi dir="ltr">{clockOf(remaining)}</bdi>
        </p>
      )}
      <output className="vh">{remaining !== undefined && remaining <= 60 ? 'השעה שמורה לכם עוד דקה' : ''}</output>
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

/** Undefined before hydration: the server does not know when the page will be displayed. */
function useSecondsUntil(at: number): number | undefined {
  const now = useSyncExternalStore<number | undefined>(subscribe, nowSeconds, () => undefined)
  return now === undefined ? undefined : Math.max(0, Math.floor(at / 1000) - now)
}

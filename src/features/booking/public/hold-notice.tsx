import './hold-notice.css'
import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Icon } from '#ui/pictures/icon.tsx'
import { clockText } from './free-days.ts'

type Props = {
  /** When the hold ends, in epoch milliseconds of this clock. */
  releaseAt: number
  /** The clock of its end, for a page without JavaScript. */
  releaseClock: string
  isAwake: boolean
}

/** How long the chosen hour is held. The seconds are not announced; a minute before the end and the end are. */
export function HoldNotice({ releaseAt, releaseClock, isAwake }: Props) {
  const left = useSecondsUntil(releaseAt, isAwake)
  if (left === 0)
    return (
      <p className="hold hold--over" role="status">
        <Icon of={Clock} />
        <span>השמירה הסתיימה, ומה שכתבתם נשאר כאן. אפשר להמשיך: אם השעה עדיין פנויה, היא שלכם.</span>
      </p>
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
      <span className="vh" role="status">
        {left !== undefined && left <= 60 ? 'השעה שמורה לכם עוד דקה' : ''}
      </span>
    </div>
  )
}

/** 7:00 */
const clockOf = (seconds: number) => clockText(seconds).replace(/^0(?=\d:)/, '')

/** Undefined before hydration: the server cannot know when the page is read. */
function useSecondsUntil(at: number, isAwake: boolean): number | undefined {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    if (!isAwake) return undefined
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [at, isAwake])
  return now === undefined ? undefined : Math.max(0, Math.ceil((at - now) / 1000))
}

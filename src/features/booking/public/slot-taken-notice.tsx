import './slot-taken-notice.css'
import { CalendarX2 } from 'lucide-react'
import type { Ref } from 'react'
import { dayIn } from '#lib/time/zoned-time.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { dayTitle } from './free-days.ts'
import { TimeChoice } from './time-list.tsx'

type Props = {
  /** The nearest free starts, as fields of the surrounding form. */
  nearest: readonly number[]
  zone: string
  /** The page with all slots. */
  all: string
  ref?: Ref<HTMLDivElement>
}

/** The slot was booked by another visitor: the nearest slots as radio buttons, in the form with the typed details. */
export function SlotTakenNotice({ nearest, zone, all, ref }: Props) {
  return (
    <div className="taken" role="alert" id="booking-errors" tabIndex={-1} ref={ref}>
      <p className="taken__title" id="taken">
        <Icon of={CalendarX2} />
        {nearest.length > 0
          ? 'המועד נתפס זה עתה. בחרו מועד אחר, כל מה שכתבתם נשאר'
          : 'המועד נתפס זה עתה, ואין כרגע מועד קרוב אחר'}
      </p>
      {nearest.length > 0 && (
        <TimeChoice
          starts={nearest}
          zone={zone}
          chosen={nearest[0]}
          labelledBy="taken"
          withDays={nearest.map((start) => dayTitle(dayIn(zone, start)))}
        />
      )}
      <p>
        <a href={all}>לכל המועדים</a> · <a href="/contact">השארת הודעה</a>
      </p>
    </div>
  )
}

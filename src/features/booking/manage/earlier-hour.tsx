// Earlier slots on the manage page: the request to be notified, and the held slot of an offer.
import type { LinkedAppointment } from './linked-appointment.ts'
import { Button } from '#ui/button.tsx'
import { clockIn, momentText } from '../public/free-days.ts'
import { HiddenFields } from '../public/hidden-fields.tsx'

type OfferProps = { path: string; found: LinkedAppointment; query: Readonly<Record<string, string>> }

/** The slot of a mailed offer while it is held. Accepting it is a reschedule under the usual rules. */
export function EarlierOffer({ path, found: { heldEarlier: held, startsAt, zone }, query }: OfferProps) {
  const { earlier = '', hold } = query
  const start = Date.parse(earlier)
  // The wait or the hold may have ended since the mail.
  if (!hold || !held || Date.parse(held.startsAt) !== start || start >= Date.parse(startsAt)) return null
  return (
    <form className="manage__note manage__ask" id="earlier" method="post" action={`${path}/move`}>
      <p>
        <b>{momentText(start, zone)}</b> פנויה, ושמורה לכם עד {clockIn(zone, Date.parse(held.until))}. המועד הנוכחי נשאר
        שלכם עד שתאשרו.
      </p>
      <HiddenFields values={{ start: new Date(start).toISOString(), hold }} />
      <Button look="accent" size="lg" type="submit">
        מעבר לשעה הזו
      </Button>
    </form>
  )
}

/** Starts or stops waiting for an earlier slot. */
export const EarlierWait = ({ path, isWaiting }: { path: string; isWaiting: boolean }) => (
  <form className="manage__ask" id="earlier-wait" method="post" action={`${path}/earlier`}>
    <p>
      {isWaiting
        ? 'אם תתפנה שעה מוקדמת יותר, נשלח דוא״ל ונשמור לכם אותה לזמן קצר.'
        : 'רוצים להיפגש קודם? אם תתפנה שעה מוקדמת יותר, נעדכן בדוא״ל ונשמור לכם אותה לזמן קצר.'}
    </p>
    <HiddenFields values={{ waits: isWaiting ? 'off' : 'on' }} />
    <Button size="lg" type="submit">
      {isWaiting ? 'אין צורך לעדכן' : 'לעדכן אותי'}
    </Button>
  </form>
)

import { Video } from 'lucide-react'
import { refusalText } from '#client/refusal.ts'
import { type MyAppointment, useManageAppointment } from '#features/portal/portal.data.ts'
import { refusals } from '#features/portal/portal.ts'
import { formatDayNear, formatTime } from '#lib/time/dates.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { MeetingDate } from './meeting-date.tsx'
import { PortalCard } from './portal-card.tsx'

export const isUpcoming = ({ status, ends_at }: MyAppointment, now: Date) =>
  ['confirmed', 'pending', 'awaiting_payment'].includes(status) && Date.parse(ends_at) > now.getTime()

const waits: Partial<Record<MyAppointment['status'], string>> = {
  pending: 'מחכה לאישור שלנו',
  awaiting_payment: 'מחכה לתשלום',
}

/** An upcoming meeting: time, host, and links to join or change it. */
export function MeetingCard({ meeting, now, deep = false }: { meeting: MyAppointment; now: Date; deep?: boolean }) {
  const manage = useManageAppointment()
  const { id, title, starts_at, status, join_url, location_value, host, awaits_proof: awaitsProof } = meeting
  // Several cards have the same buttons: their names end with the meeting.
  const about = `${title}, ${formatDayNear(starts_at, now)}, ${formatTime(starts_at)}`
  const action = awaitsProof ? 'לעמוד הפגישה' : 'שינוי או ביטול'
  const wait = awaitsProof ? 'מחכה לאישור' : waits[status]
  async function change() {
    try {
      location.assign(await manage.mutateAsync(id))
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <PortalCard id={`meeting-${id}`} title={deep ? 'הפגישה הבאה' : 'פגישה נוספת'} deep={deep}>
      <MeetingDate title={title} startsAt={starts_at} host={host} now={now} />
      {(wait ?? (!join_url && location_value)) && <p>{wait ?? location_value}</p>}
      <div className="portal-actions">
        {join_url && (
          <a
            className={buttonClasses({ look: 'accent' })}
            href={join_url}
            target="_blank"
            rel="noreferrer"
            aria-label={`הצטרפות: ${about}`}
          >
            <Icon of={Video} />
            הצטרפות
          </a>
        )}
        <Button
          look={deep ? 'on-deep' : 'secondary'}
          busy={manage.isPending}
          aria-label={`${action}: ${about}`}
          onClick={() => void change()}
        >
          {action}
        </Button>
      </div>
    </PortalCard>
  )
}

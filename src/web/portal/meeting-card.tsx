import { Video } from 'lucide-react'
import { refusalText } from '#client/refusal.ts'
import { type MyAppointment, useManageAppointment } from '#features/portal/portal.data.ts'
import { refusals } from '#features/portal/portal.ts'
import { calendarLeaf, dayOf, formatTime, relativeDay } from '#lib/time/dates.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { PortalCard } from './portal-card.tsx'

export const isAhead = ({ status, ends_at }: MyAppointment, now: Date) =>
  ['confirmed', 'pending', 'awaiting_payment'].includes(status) && Date.parse(ends_at) > now.getTime()

const waits: Partial<Record<MyAppointment['status'], string>> = {
  pending: 'מחכה לאישור שלנו',
  awaiting_payment: 'מחכה לתשלום',
}

/** A meeting ahead: when, with whom, joining and changing it. */
export function MeetingCard({ meeting, now, deep = false }: { meeting: MyAppointment; now: Date; deep?: boolean }) {
  const manage = useManageAppointment()
  const { id, title, starts_at, status, join_url, location_value, host } = meeting
  const leaf = calendarLeaf(starts_at)
  async function change() {
    try {
      location.assign(await manage.mutateAsync(id))
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
  return (
    <PortalCard id={`meeting-${id}`} title={deep ? 'הפגישה הבאה' : 'פגישה נוספת'} deep={deep}>
      <div className="portal-now">
        <div className="portal-leaf" aria-hidden="true">
          <span>{leaf.month}</span>
          <b>{leaf.day}</b>
        </div>
        <div>
          <b className="portal-now__name">
            <bdi>{title}</bdi>
          </b>
          <p>
            {relativeDay(dayOf(starts_at), dayOf(now))}, {formatTime(starts_at)}
            {host && `, עם ${host}`}
          </p>
        </div>
      </div>
      {(waits[status] ?? (!join_url && location_value)) && <p>{waits[status] ?? location_value}</p>}
      <div className="portal-actions">
        {join_url && (
          <a className={buttonClasses({ look: 'accent' })} href={join_url} target="_blank" rel="noreferrer">
            <Icon of={Video} />
            הצטרפות
          </a>
        )}
        <Button busy={manage.isPending} onClick={() => void change()}>
          שינוי או ביטול
        </Button>
      </div>
    </PortalCard>
  )
}

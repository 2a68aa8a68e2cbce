// Appointments of a contact: upcoming ones, then recent ones, and booking a new one.
import './calendar/calendar.css'
import { Link as LinkIcon, Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { dayOf, formatDate, formatTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { type ShownAppointment, useAppointmentsOf } from '../appointments.data.ts'
import { openStatuses, statusText } from '../booking-labels.ts'
import { BookingLinksDialog } from '../links/booking-links-dialog.tsx'
import { AppointmentDialog } from './calendar/appointment-dialog.tsx'
import { Packages } from './packages.tsx'
import { ProposeDialog } from './propose-dialog.tsx'
import { BookDialog } from './calendar/book-dialog.tsx'
import { colorOf } from './calendar/appointment-texts.ts'

/** `opportunityId`: the opportunity that new appointments are linked to. */
type Props = { contact: { id: string; full_name: string }; now: Date; opportunityId?: string }

const maxPast = 3

export function ContactAppointments({ contact, now, opportunityId }: Props) {
  const { data, error, isPending } = useAppointmentsOf([contact.id])
  const [opened, setOpened] = useState<string>()
  const [isBooking, setBooking] = useState(false)
  const [isProposing, setProposing] = useState(false)
  const [isLinking, setLinking] = useState(false)
  const isAhead = ({ ends_at, status }: ShownAppointment) =>
    Date.parse(ends_at) > now.getTime() && openStatuses.includes(status)
  const ahead = (data ?? []).filter(isAhead).toReversed()
  const past = (data ?? []).filter((one) => !isAhead(one)).slice(0, maxPast)
  return (
    <Block
      title="פגישות"
      action={
        <div className="block__actions">
          <Button look="ghost" size="sm" icon={<Icon of={LinkIcon} />} onClick={() => setLinking(true)}>
            קישור לקביעה
          </Button>
          <Button look="ghost" size="sm" icon={<Icon of={Plus} />} onClick={() => setBooking(true)}>
            קביעת פגישה
          </Button>
        </div>
      }
    >
      {isPending && <Loading />}
      {!data && error && <p role="alert">{refusalText(error)}</p>}
      {data?.length === 0 && <BlockText>עוד לא נקבעו פגישות</BlockText>}
      {(ahead.length > 0 || past.length > 0) && (
        <ul className="appointment-list">
          {[...ahead, ...past].map((one) => (
            <li key={one.id} style={{ '--c': colorOf(one) } as object}>
              <button type="button" onClick={() => setOpened(one.id)}>
                <b>{one.title}</b>
                <small>
                  {formatDate(one.starts_at)}, {formatTime(one.starts_at)}
                </small>
              </button>
              {one.status !== 'confirmed' && one.status !== 'completed' && (
                <Badge kind={openStatuses.includes(one.status) ? 'warning' : 'outline'}>{statusText(one)}</Badge>
              )}
            </li>
          ))}
        </ul>
      )}
      <Packages
        contactId={contact.id}
        action={
          <Button look="ghost" size="sm" icon={<Icon of={Send} />} onClick={() => setProposing(true)}>
            הצעת שעות
          </Button>
        }
      />
      <AppointmentDialog
        appointment={data?.find(({ id }) => id === opened)}
        now={now}
        onClose={() => setOpened(undefined)}
      />
      <BookingLinksDialog
        contact={{ id: contact.id, text: contact.full_name }}
        open={isLinking}
        onClose={() => setLinking(false)}
      />
      {isProposing && <ProposeDialog contact={contact} onClose={() => setProposing(false)} />}
      <BookDialog
        open={isBooking}
        onClose={() => setBooking(false)}
        day={dayOf(now)}
        contact={{ id: contact.id, text: contact.full_name }}
        {...(opportunityId && { opportunityId })}
      />
    </Block>
  )
}

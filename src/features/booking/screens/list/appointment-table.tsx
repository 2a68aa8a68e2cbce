// Appointment table. Clicking the first cell of a row opens the appointment.
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { Badge } from '#ui/badge.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Ltr } from '#ui/ltr.tsx'
import type { ShownAppointment } from '../../appointments.data.ts'
import { type AppointmentStatus, statusText } from '../../booking-labels.ts'
import { colorOf, detailOf, namesOf } from '../calendar/appointment-texts.ts'

type Props = { appointments: readonly ShownAppointment[]; onOpen: (id: string) => void }

const looks: Partial<Record<AppointmentStatus, 'success' | 'warning' | 'danger'>> = {
  confirmed: 'success',
  completed: 'success',
  pending: 'warning',
  awaiting_payment: 'warning',
  no_show: 'danger',
}

const weekday = new Intl.DateTimeFormat('he-IL', { timeZone: 'Asia/Jerusalem', weekday: 'short' })

export function AppointmentTable({ appointments, onOpen }: Props) {
  const nameOf = useStaffName()
  return (
    <Table label="הפגישות">
      <thead>
        <tr>
          <th scope="col">מי</th>
          <th scope="col">מועד</th>
          <th scope="col" className="table__wide">
            סוג
          </th>
          <th scope="col" className="table__wide">
            עם
          </th>
          <th scope="col">מצב</th>
        </tr>
      </thead>
      <tbody>
        {appointments.map((one) => (
          <tr key={one.id} style={{ '--c': colorOf(one) } as object}>
            <td>
              <button type="button" className="appointments__open" onClick={() => onOpen(one.id)}>
                {namesOf(one) || one.title}
                <small className="appointments__narrow">{one.title}</small>
              </button>
            </td>
            <td>
              {weekday.format(new Date(one.starts_at))} {formatDate(one.starts_at)}
              <small>
                <Ltr>{`${formatTime(one.starts_at)}–${formatTime(one.ends_at)}`}</Ltr>
              </small>
            </td>
            <td className="table__wide">
              {one.title}
              <small>{detailOf(one)}</small>
            </td>
            <td className="table__wide">{nameOf(one.user_id) ?? 'מחוץ לצוות'}</td>
            <td>
              <Badge kind={looks[one.status] ?? 'outline'}>{statusText(one)}</Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

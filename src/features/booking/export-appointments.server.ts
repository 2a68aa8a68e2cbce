// export-appointments: streams the appointment list as a file.
import { refusals } from '#features/exports/exports.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { defineListExport } from '#platform/exports/list-export.server.ts'
import { ExportAppointments, isAscending } from './appointment-list.ts'
import type { AppointmentStatus, LocationKind } from './booking-labels.ts'
import { locationLabels, statusText } from './booking-labels.ts'

type Row = {
  starts_at: Date
  ends_at: Date
  title: string
  status: AppointmentStatus
  order_id: string | null
  host: string
  location_kind: LocationKind
  location_value: string
  cancel_reason: string | null
  created_at: Date
  name: string | null
  email: string | null
  phone: string | null
  partner: string | null
  partner_email: string | null
  guests: string | null
}

const columns: [name: string, cell: (row: Row) => string | null][] = [
  ['תאריך', ({ starts_at }) => formatDate(starts_at)],
  ['שעה', ({ starts_at }) => formatTime(starts_at)],
  ['עד', ({ ends_at }) => formatTime(ends_at)],
  ['סוג הפגישה', ({ title }) => title],
  ['מצב', statusText],
  ['עם', ({ host }) => host],
  ['שם', ({ name }) => name],
  ['טלפון', ({ phone }) => phone && formatPhone(phone)],
  ['דוא״ל', ({ email }) => email],
  ['בן או בת הזוג', ({ partner }) => partner],
  ['דוא״ל של בן או בת הזוג', ({ partner_email }) => partner_email],
  ['אורחים', ({ guests }) => guests],
  ['איך', ({ location_kind }) => locationLabels[location_kind]],
  ['מקום', ({ location_value }) => location_value],
  ['סיבת הביטול', ({ cancel_reason }) => cancel_reason],
  ['נקבעה בתאריך', ({ created_at }) => formatDate(created_at)],
]

const readRows = `
  select a.starts_at, a.ends_at, a.title, a.status, a.order_id, coalesce(s.name, '') as host, a.location_kind, a.location_value, a.cancel_reason,
    a.created_at, m.name, m.email, m.phone, p.name as partner, p.email as partner_email,
    (select string_agg(concat_ws(' ', g.name, g.email), ', ' order by g.role) from appointment_attendees g
     where g.appointment_id = a.id and g.role like 'guest-%') as guests
  from unnest($1::uuid[]) with ordinality chosen (id, place)
  join appointments a on a.id = chosen.id
  left join staff_members() s on s.user_id = a.user_id
  left join appointment_attendees m on m.appointment_id = a.id and m.role = 'main'
  left join appointment_attendees p on p.appointment_id = a.id and p.role = 'partner'
  order by chosen.place`

export const exportAppointments = defineListExport({
  name: 'export-appointments',
  list: 'appointments',
  title: 'פגישות',
  input: ExportAppointments,
  refusals,
  findIds: (db, { filter }) =>
    db.query<{ id: string }>(
      `select a.id from filtered_appointments(jsonb_populate_record(null::appointment_filter, $1)) a
       order by a.starts_at ${isAscending(filter) ? 'asc' : 'desc'}, a.id`,
      [filter],
    ),
  searchOf: ({ filter }) => JSON.stringify(filter),
  columns,
  readRows,
})

// export-webinar-registrants: streams the registrants of one session as a file.
import { refusals } from '#features/exports/exports.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { defineListExport } from '#platform/exports/list-export.server.ts'
import { ExportRegistrants } from './registrants-export.ts'
import { registrationLabels } from './screens/session-labels.ts'
import { type ExitAnswer, exitLabels, type RegistrationState } from './webinar-labels.ts'

type Row = {
  name: string
  email: string
  phone: string | null
  state: RegistrationState
  registered_at: Date
  joined_at: Date | null
  watched_seconds: number
  offer_clicked_at: Date | null
  wish: string | null
  exit_answer: ExitAnswer | null
  agreed: boolean
  source: string | null
}

const columns: [name: string, cell: (row: Row) => string | null][] = [
  ['שם', ({ name }) => name],
  ['דוא״ל', ({ email }) => email],
  ['טלפון', ({ phone }) => phone && formatPhone(phone)],
  ['מצב', ({ state }) => registrationLabels[state]],
  ['הרשמה', ({ registered_at }) => `${formatDate(registered_at)} ${formatTime(registered_at)}`],
  ['כניסה', ({ joined_at }) => joined_at && `${formatDate(joined_at)} ${formatTime(joined_at)}`],
  ['דקות צפייה', ({ watched_seconds }) => String(Math.round(watched_seconds / 60))],
  ['לחיצה על ההצעה', ({ offer_clicked_at }) => (offer_clicked_at ? 'כן' : '')],
  ['מה חשוב להם', ({ wish }) => wish],
  ['בסיום', ({ exit_answer }) => exit_answer && exitLabels[exit_answer]],
  ['הסכמה לדיוור', ({ agreed }) => (agreed ? 'כן' : '')],
  ['מקור', ({ source }) => source],
]

const readRows = `
  select r.name, r.email, r.phone, r.state, r.registered_at, r.joined_at, r.watched_seconds, r.offer_clicked_at, r.exit_answer,
    coalesce(r.wish, (select p.wish from webinar_registrations p where p.repeat_of = r.id and p.wish is not null order by p.id limit 1)) as wish,
    exists (select from current_consents k where k.contact_id = r.contact_id and k.channel = 'email' and k.purpose = 'marketing'
      and k.action = 'grant') as agreed,
    r.utm ->> 'utm_source' as source
  from unnest($1::uuid[]) with ordinality chosen (id, place)
  join webinar_registrations r on r.id = chosen.id
  order by chosen.place`

export const exportWebinarRegistrants = defineListExport({
  name: 'export-webinar-registrants',
  list: 'webinar_registrations',
  title: 'נרשמים',
  input: ExportRegistrants,
  refusals,
  // Further registrations of an address are not exported as separate rows.
  findIds: (db, { sessionId }) =>
    db.query<{ id: string }>(
      `select r.id from webinar_registrations r join contacts c on c.id = r.contact_id
       where r.session_id = $1 and r.repeat_of is null and c.deleted_at is null order by r.registered_at, r.id`,
      [sessionId],
    ),
  searchOf: ({ sessionId }) => sessionId,
  columns,
  readRows,
})

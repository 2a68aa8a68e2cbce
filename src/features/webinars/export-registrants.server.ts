// export-webinar-registrants: streams the registrants of one session as a file.
import { refusals } from '#features/exports/exports.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { sheetResponse } from '#lib/spreadsheets/sheet-response.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { ExportRegistrants } from './registrants-export.ts'
import { registrationLabels } from './screens/session-words.ts'
import { type ExitAnswer, exitLabels, type RegistrationState } from './webinar-labels.ts'

/** Registrations read per transaction. */
const page = 1000

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

export const exportWebinarRegistrants = defineEndpoint({
  name: 'export-webinar-registrants',
  caller: async (db) => (await db.one<{ may: boolean }>(`select public.has_role('owner', 'admin') as may`)).may,
  methods: ['POST'],
  perClient: { burst: 20, refillMs: 600_000 },
  refusals,
  async fetch(request, { transaction }) {
    const asked = ExportRegistrants.safeParse(await request.json().catch(() => undefined))
    if (!asked.success) throw new Refusal('invalid_input', 422, asked.error.issues[0]?.message ?? 'Invalid input')
    const { format, sessionId } = asked.data
    const ids = await transaction(async (db) => {
      // The further browsers of a registrant are no further persons.
      const found = await db.query<{ id: string }>(
        `select r.id from webinar_registrations r join contacts c on c.id = r.contact_id
         where r.session_id = $1 and r.repeat_of is null and c.deleted_at is null order by r.registered_at, r.id`,
        [sessionId],
      )
      await db.query(
        `insert into exports (list, format, search, row_count) values ('webinar_registrations', $1, $2, $3)`,
        [format, sessionId, found.length],
      )
      return found.map(({ id }) => id)
    })
    async function* lines() {
      yield columns.map(([name]) => name)
      for (let at = 0; at < ids.length; at += page) {
        const rows = await transaction((db) => db.query<Row>(readRows, [ids.slice(at, at + page)]))
        for (const row of rows) yield columns.map(([, cell]) => cell(row) ?? '')
      }
    }
    return sheetResponse(format, 'נרשמים', lines())
  },
})

const readRows = `
  select r.name, r.email, r.phone, r.state, r.registered_at, r.joined_at, r.watched_seconds, r.offer_clicked_at, r.exit_answer,
    coalesce(r.wish, (select p.wish from webinar_registrations p where p.repeat_of = r.id and p.wish is not null order by p.id limit 1)) as wish,
    exists (select from current_consents k where k.contact_id = r.contact_id and k.channel = 'email' and k.purpose = 'marketing'
      and k.action = 'grant') as agreed,
    r.utm ->> 'utm_source' as source
  from unnest($1::uuid[]) with ordinality chosen (id, place)
  join webinar_registrations r on r.id = chosen.id
  order by chosen.place`

// Renders the messages of an appointment. Each mail has its own manage link; only the hash of its token is stored.
import type { ProductMail, RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, MailAttachment, SkippedMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { splitName } from '#lib/split-name.ts'
import { escapeRichText } from '#platform/message-content/rich-text.ts'
import { bookingPath, durationText, placeText } from './appointment-merge-fields.ts'
import { newToken } from './booking.server.ts'
import { type CalendarEntry, calendarAttachment } from '#lib/time/calendar-file.ts'
import { aboutLink, type AttendeeRole, isGuest, type LocationKind } from './booking-labels.ts'
import { managePath, preparationPath } from './public/booking-view.ts'
import { meetingMoment } from '#lib/time/meeting-moment.ts'

/** `icalUidOf` returns the UID of the appointment's calendar entry, the same in Google and in each attached file. */
type Parts = { renderMail: RenderMail; siteUrl: string; icalUidOf: (rootId: string) => string }

/** The appointment fields of a calendar entry. */
type Times = { root_id: string; starts_at: Date; ends_at: Date; ical_sequence: number }

type Facts = Times & {
  role: AttendeeRole
  name: string
  title: string
  old_starts_at: Date | null
  client_zone: string
  location_kind: LocationKind
  location_value: string
  join_url: string | null
  type_path: string | null
  host_name: string
  /** Whether the preparation page is published and the type uses it. */
  has_preparation: boolean
  /** Name of the main attendee. */
  booked_by: string | null
}

/** Mails about an active appointment link to its page; cancellation mails link to the booking page. */
const linksToBooking = [
  'appointment_cancelled',
  'appointment_series_cancelled',
  'appointment_rejected',
  'appointment_no_show',
  'appointment_follow_up',
] as const
const linksToAppointment = [
  'appointment_requested',
  'appointment_confirmed',
  'appointment_series',
  'appointment_moved',
  'appointment_reminder_day',
  'appointment_reminder_hour',
] as const
type AppointmentMail = (typeof linksToBooking)[number] | (typeof linksToAppointment)[number]

type Compose = (db: Db, message: DueMessage) => Promise<ComposedMail | SkippedMessage>

/** Mails with a calendar file that replaces the entry of an earlier one. */
const withFile: ReadonlySet<AppointmentMail> = new Set([
  'appointment_confirmed',
  'appointment_series',
  'appointment_moved',
  'appointment_cancelled',
  'appointment_series_cancelled',
])

/** Mails about an upcoming meeting. */
const withPreparation: ReadonlySet<AppointmentMail> = new Set([
  'appointment_confirmed',
  'appointment_series',
  'appointment_moved',
  'appointment_reminder_day',
  'appointment_reminder_hour',
])

/** Renderers by template key. */
export function composeAppointmentMails({ renderMail, siteUrl, icalUidOf }: Parts): Record<AppointmentMail, Compose> {
  const compose =
    (kind: AppointmentMail, isLinkOfAppointment: boolean): Compose =>
    async (db, { contextId, contactId, to }) => {
      const [facts] = await db.query<Facts>('select * from appointment_message_facts($1, $2, $3)', [
        contextId,
        contactId,
        to,
      ])
      if (!facts) return { skip: 'entity_changed' }
      const token = isLinkOfAppointment ? await createLink(db, facts) : undefined
      const link = `${siteUrl}${token === undefined ? bookingPath(facts.type_path) : managePath(token)}`
      const series = await readSeries(db, kind, { contextId, contactId, to })
      const notes =
        token === undefined
          ? []
          : [
              isGuest(facts.role) && invitationNote(facts),
              facts.has_preparation &&
                withPreparation.has(kind) &&
                `כדי שהזמן ינוצל היטב, כדאי לעבור על [רשימת ההכנה](${siteUrl}${preparationPath(token)}). חמש דקות מספיקות.`,
            ].filter(Boolean)
      const note = notes.length > 0 ? notes.join('\n\n') : undefined
      const mail = await renderMail({ kind, to, values: valuesOf(facts, series), link, note } as ProductMail)
      if (!withFile.has(kind) && !endsFormerTime(kind, facts)) return mail
      return { ...mail, attachments: attachmentsOf(facts, series, { link, icalUidOf, isCancelled: isEnd(kind) }) }
    }
  return Object.fromEntries([
    ...linksToAppointment.map((kind) => [kind, compose(kind, true)]),
    ...linksToBooking.map((kind) => [kind, compose(kind, false)]),
  ]) as Record<AppointmentMail, Compose>
}

/** Names the inviter of a guest and explains that guests cannot reschedule. */
const invitationNote = ({ booked_by: name }: Facts) =>
  `${name === null ? 'צירפו אתכם לפגישה הזו.' : `לפגישה הזו צירפו אתכם: ${escapeRichText(name)}.`} לא מגיעים? אפשר לצאת ממנה בעמוד הפגישה.`

/** The appointments that a mail lists. */
async function readSeries(
  db: Db,
  kind: AppointmentMail,
  { contextId, contactId, to }: Pick<DueMessage, 'contextId' | 'contactId' | 'to'>,
): Promise<readonly Times[]> {
  if (kind === 'appointment_series') return db.query<Times>('select * from series_appointments($1)', [contextId])
  if (kind !== 'appointment_series_cancelled') return []
  return db.query<Times>('select * from cancelled_appointments($1, $2, $3)', [contextId, contactId, to])
}

/** A rejected reschedule: the attendee's calendar may still contain the entry of the previous time. */
const endsFormerTime = (kind: AppointmentMail, { ical_sequence }: Facts) =>
  kind === 'appointment_rejected' && ical_sequence > 0

const isEnd = (kind: AppointmentMail) =>
  kind === 'appointment_cancelled' || kind === 'appointment_series_cancelled' || kind === 'appointment_rejected'

type FileParts = { link: string; icalUidOf: Parts['icalUidOf']; isCancelled: boolean }

/**
 * One file with all appointments. Each cancelled appointment has a separate file: a CANCEL covers a single UID (RFC
 * 5546).
 */
function attachmentsOf(
  facts: Facts,
  series: readonly Times[],
  { link, icalUidOf, isCancelled }: FileParts,
): readonly MailAttachment[] {
  const entryOf = ({ root_id, starts_at, ends_at, ical_sequence }: Times): CalendarEntry => ({
    uid: icalUidOf(root_id),
    // A cancellation has the next SEQUENCE number after the last one sent.
    sequence: ical_sequence + (isCancelled ? 1 : 0),
    title: facts.host_name ? `${facts.title} עם ${facts.host_name}` : facts.title,
    description: isCancelled || series.length > 0 ? '' : `${aboutLink(facts.role)}: ${link}`,
    place: placeText(facts),
    url: facts.join_url,
    startsAt: starts_at.toISOString(),
    endsAt: ends_at.toISOString(),
    changedAt: new Date().toISOString(),
    isCancelled,
    isTentative: false,
  })
  const entries = (series.length > 0 ? series : [facts]).map(entryOf)
  return (isCancelled ? entries.map((entry) => [entry]) : [entries]).map((inFile, n, { length }) =>
    calendarAttachment(length > 1 ? `appointment-${n + 1}.ics` : 'appointment.ics', ...inFile),
  )
}

async function createLink(db: Db, { root_id, role }: Facts): Promise<string> {
  const token = newToken()
  await db.query(
    'insert into appointment_links (token_hash, root_id, role, proves_attendee) values (link_hash($1), $2, $3, true)',
    [token, root_id, role],
  )
  return token
}

function valuesOf(facts: Facts, series: readonly Times[]) {
  const { date, time, zone } = meetingMoment(facts.starts_at, facts.client_zone)
  const before = meetingMoment(facts.old_starts_at ?? facts.starts_at, facts.client_zone)
  return {
    firstName: splitName(facts.name).first_name,
    appointmentType: facts.title,
    meetingDate: date,
    meetingTime: time,
    timeZone: zone,
    meetingDates: series.map(({ starts_at }) => momentOf(starts_at, facts.client_zone)).join('\n'),
    oldDate: before.date,
    oldTime: before.time,
    duration: durationText(facts.starts_at, facts.ends_at),
    place: placeText(facts),
  }
}

const momentOf = (at: Date, clientZone: string) => {
  const { date, time, zone } = meetingMoment(at, clientZone)
  return `${date}, ${time} (${zone})`
}

// Renders the mails of a registration. Each has its own link; only the hash of its token is stored.
import type { ProductMail, RenderMail } from '#features/email-templates/email-templates.ts'
import { calendarAttachment } from '#lib/time/calendar-file.ts'
import { meetingMoment } from '#lib/time/meeting-moment.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { splitName } from '#lib/split-name.ts'
import { openLink } from './tokens.server.ts'
import { webinarEntry } from './webinar-entry.ts'
import { durationText } from './webinar-merge-fields.ts'
import { roomPath } from './webinars.ts'

type Parts = { renderMail: RenderMail; siteUrl: string }
type Compose = (db: Db, message: DueMessage) => Promise<ComposedMail | SkippedMessage>

const kinds = [
  'webinar_confirmation',
  'webinar_catch_up',
  'webinar_moved',
  'webinar_reminder_day',
  'webinar_reminder_hour',
  'webinar_opening',
  'webinar_started',
  'webinar_bought',
  'webinar_stayed',
  'webinar_left_early',
  'webinar_missed',
  'webinar_replay_ending',
  'webinar_cancelled',
  'webinar_registration_cancelled',
  'webinar_answered',
  'webinar_waitlisted',
  'webinar_seated',
] as const
type WebinarMail = (typeof kinds)[number]

/** Mails with a calendar file, which replaces the entry of an earlier one. */
const withFile: ReadonlySet<WebinarMail> = new Set([
  'webinar_confirmation',
  'webinar_moved',
  'webinar_cancelled',
  'webinar_registration_cancelled',
  'webinar_seated',
])

type Facts = {
  webinar_id: string
  session_id: string | null
  slug: string
  name: string
  title: string
  starts_at: Date | null
  duration_minutes: number
  client_zone: string
  replay_until: Date | null
  ical_sequence: number
  registration_state: string
}

type AnsweredQuestion = { question: string; answer: string }

/** Mail composers by template key. */
export function composeWebinarMails({ renderMail, siteUrl }: Parts): Record<WebinarMail, Compose> {
  const compose =
    (kind: WebinarMail): Compose =>
    async (db, { contextId, to }) => {
      const [facts] = await db.query<Facts>('select * from webinar_message_facts($1)', [contextId])
      const isRegistrationCancelled = kind === 'webinar_registration_cancelled'
      if (!facts || (facts.registration_state === 'cancelled') !== isRegistrationCancelled)
        return { skip: 'entity_changed' }
      const [answered] =
        kind === 'webinar_answered'
          ? await db.query<AnsweredQuestion>('select * from webinar_answer_facts($1)', [contextId])
          : []
      if (kind === 'webinar_answered' && !answered) return { skip: 'entity_changed' }
      const link = `${siteUrl}${roomPath(facts.slug, await openLink(db, contextId))}`
      const mail = await renderMail({
        kind,
        to,
        values: { ...valuesOf(facts), ...valuesOfAnswer(answered) },
        link,
      } as ProductMail)
      if (!withFile.has(kind) || !facts.starts_at) return mail
      const entry = webinarEntry({
        registrationId: contextId,
        sequence: facts.ical_sequence,
        slug: facts.slug,
        title: facts.title,
        startsAt: facts.starts_at.toISOString(),
        endsAt: new Date(facts.starts_at.getTime() + facts.duration_minutes * 60_000).toISOString(),
        isCancelled: kind === 'webinar_cancelled' || isRegistrationCancelled,
        link,
        siteUrl,
      })
      return { ...mail, attachments: [calendarAttachment('webinar.ics', entry)] }
    }
  return Object.fromEntries(kinds.map((kind) => [kind, compose(kind)])) as Record<WebinarMail, Compose>
}

const valuesOfAnswer = (answered: AnsweredQuestion | undefined) =>
  answered && { webinarQuestion: answered.question, webinarAnswer: answered.answer }

function valuesOf({
  name,
  title,
  starts_at: startsAt,
  duration_minutes: minutes,
  client_zone: zone,
  replay_until: until,
}: Facts) {
  const moment = startsAt ? meetingMoment(startsAt, zone) : { date: '', time: '', zone: '' }
  const replay = until && meetingMoment(until, zone)
  return {
    firstName: splitName(name).first_name,
    webinarTitle: title,
    meetingDate: moment.date,
    meetingTime: moment.time,
    timeZone: moment.zone,
    duration: durationText(minutes),
    replayUntil: replay ? `עד ${replay.date}, ${replay.time}` : 'בעמוד שלכם',
  }
}

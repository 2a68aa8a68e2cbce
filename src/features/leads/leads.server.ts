// ask-for-contact: a visitor's request becomes a contact, a timeline activity, and an opportunity or a task.
import { createHash } from 'node:crypto'
import { splitName } from '#lib/split-name.ts'
import type { Mails } from '#features/email-templates/email-templates.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { withinSavepoint } from '#kernel/postgres/savepoint.ts'
import { dayOf, formatLongDate, formatTime } from '#lib/time/dates.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { answerDeadline, AskForContact, ContactRequestResult, refusals } from './leads.ts'
import { isSales, topicLabels } from './topics.ts'
import { type MatchedContact, matchContact } from './match-contact.server.ts'
import { requestMetadata, recordConsent, refuseUnknownConsentText } from './record-consent.server.ts'

/** `recordConversion` records the conversion of an A/B test for sales topics; injected, because another module owns it. */
export const askForContact = (mails: Mails<Db>, recordConversion: RecordConversion) =>
  defineFunction({
    name: 'ask-for-contact',
    caller: 'anyone',
    as: 'service', // a visitor has no rights on these tables: this function is the only entry point
    refusals,
    // Far above the needs of one household; limits a caller who floods staff with notifications.
    perClient: { burst: 20, refillMs: 3_600_000 },
    input: AskForContact,
    output: ContactRequestResult,
    async run({ input, db, request }) {
      const submission = { ...input, phone: normalPhone(input.phone), from: requestMetadata(request, input.sourceUrl) }
      await refuseUnknownConsentText(db, submission)
      const contact = await matchContact(db, { ...submission, sourceUrl: submission.from.url })
      const ticket = await openTicket(db, submission, contact)
      if (ticket.isNew) {
        const work = isSales(submission.topic)
          ? await openOpportunity(db, submission, contact)
          : await makeTask(db, submission, contact)
        await db.query('update contact_requests set opportunity_id = $2, task_id = $3 where id = $1', [
          ticket.id,
          work.opportunityId,
          work.taskId,
        ])
        await addActivity(db, submission, contact, ticket, work.opportunityId)
        await notifyStaff(db, submission, contact, ticket, work.opportunityId)
        await mailReceipt(db, mails, submission, ticket)
        if (isSales(submission.topic)) await recordConversion(db, request, 'contact')
      }
      if (submission.marketingConsent)
        await recordConsent(db, {
          ...submission,
          contactId: contact.id,
          from: submission.from,
          source: { type: 'contact_request', id: ticket.id },
        })
      return { ticketNumber: ticket.number }
    },
  })

type RecordConversion = (db: Db, sender: { ip?: string; userAgent?: string }, kind: 'contact') => Promise<void>
type Submission = Omit<AskForContact, 'phone'> & { phone: string | undefined; from: ReturnType<typeof requestMetadata> }
type Ticket = { id: string; number: string; isNew: boolean }
type FollowUp = { opportunityId: string | null; taskId: string | null }

function normalPhone(typed: string | undefined) {
  if (typed === undefined) return undefined
  const e164 = parsePhone(typed)
  if (!e164) throw new Refusal('invalid_input', 422, refusals.phone_invalid, { phone: refusals.phone_invalid })
  return e164
}

/** One ticket per identical request of a contact within a day, however often it is sent. */
async function openTicket(db: Db, submission: Submission, contact: MatchedContact): Promise<Ticket> {
  const { name, phone, email, topic, message, privacyTextId, from } = submission
  const wordsHash = createHash('sha256')
    .update(JSON.stringify([topic, message?.replaceAll(/\s+/g, ' ') ?? '']))
    .digest('hex')
  const [fresh] = await db.query<{ id: string; number: string }>(
    `insert into contact_requests (contact_id, name, phone, email, topic, message, words_hash, privacy_text_id, source_url, ip_trunc, user_agent)
     values ($1, $2, $3, $4, $5, $6, $7, (select id from consent_texts where id = $8 and kind = 'privacy_notice'), $9, $10, $11)
     on conflict on constraint already_asked do nothing
     returning id, ticket_number::text as number`,
    [contact.id, name, phone, email, topic, message, wordsHash, privacyTextId, from.url, from.ip, from.userAgent],
  )
  if (fresh) return { ...fresh, isNew: true }
  const before = await db.one<{ id: string; number: string }>(
    `select id, ticket_number::text as number from contact_requests
     where contact_id = $1 and words_hash = $2 and holds_until > now() order by created_at desc limit 1`,
    [contact.id, wordsHash],
  )
  return { ...before, isNew: false }
}

/** The contact's open opportunity, or else a new one in the first stage. */
async function openOpportunity(db: Db, { topic }: Submission, contact: MatchedContact): Promise<FollowUp> {
  const [open] = await db.query<{ id: string }>(
    `select o.id from opportunities o join pipelines p on p.id = o.pipeline_id and p.is_default
     where o.contact_id = $1 and o.status = 'open' and o.deleted_at is null order by o.created_at desc limit 1`,
    [contact.id],
  )
  const { id } =
    open ??
    (await db.one<{ id: string }>(
      `insert into opportunities (name, contact_id, owner_id, source) values ($1, $2, $3, 'אתר') returning id`,
      [`${topicLabels[topic]} – ${contact.full_name}`.slice(0, 160), contact.id, contact.owner_id],
    ))
  return { opportunityId: id, taskId: null }
}

async function makeTask(db: Db, { topic }: Submission, contact: MatchedContact): Promise<FollowUp> {
  const { id } = await db.one<{ id: string }>(
    `insert into tasks (name, due_date, user_id, contact_id, priority)
     values ($1, $2, coalesce($3, private.business_owner()), $4, 'high') returning id`,
    [
      `${topicLabels[topic]} – ${contact.full_name}`.slice(0, 200),
      answerDeadline(dayOf(new Date())),
      contact.owner_id,
      contact.id,
    ],
  )
  return { opportunityId: null, taskId: id }
}

/** The activity stores the submitted values even where they differ from the contact's: staff decide what to take over. */
async function addActivity(
  db: Db,
  submission: Submission,
  contact: MatchedContact,
  ticket: Ticket,
  opportunityId: string | null,
) {
  const { name, phone, email, topic, message } = submission
  await db.query(
    `insert into activities (type, happened_at, actor_kind, actor_id, contact_id, opportunity_id, related_type, related_id, title_cache, payload)
     values ('contact_request.received', now(), 'contact', $1, $1, $2, 'contact_request', $3, $4, $5)`,
    [
      contact.id,
      opportunityId,
      ticket.id,
      topicLabels[topic],
      { topic: topicLabels[topic], text: message ?? '', name, phone, email, ticket: ticket.number },
    ],
  )
}

async function notifyStaff(
  db: Db,
  { topic }: Submission,
  contact: MatchedContact,
  ticket: Ticket,
  opportunityId: string | null,
) {
  await db.query(
    `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id, metadata)
     select distinct user_id, 'contact_request.received', 'פנייה חדשה מהאתר', $1, $2, 'contact', $3::uuid, $4::jsonb
     from user_roles where is_active and role in ('owner', 'admin', 'sales')`,
    [
      `${isolate(contact.full_name)} – ${topicLabels[topic]}`,
      isSales(topic) ? 'high' : 'medium',
      contact.id,
      { opportunity_id: opportunityId, topic, ticket_number: ticket.number },
    ],
  )
}

/** Receipts per day to one address, which is not verified and may belong to another person. */
const receiptsPerDay = 3

/** An accessibility report is acknowledged by mail. A failed mail does not roll the request back. */
async function mailReceipt(db: Db, mails: Mails<Db>, { topic, name, email }: Submission, ticket: Ticket) {
  if (topic !== 'accessibility' || !email) return
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`receipts ${email}`])
  const { today } = await db.one<{ today: number }>(
    `select count(*)::int as today from contact_requests
     where topic = 'accessibility' and lower(email) = lower($1) and created_at > now() - interval '1 day'`,
    [email],
  )
  if (today > receiptsPerDay) return
  const now = new Date()
  const values = {
    firstName: splitName(name).first_name,
    ticketNumber: ticket.number,
    date: formatLongDate(now),
    time: formatTime(now),
  }
  await withinSavepoint(db, () => mails.send(db, { kind: 'accessibility_received', to: email, values }))
}

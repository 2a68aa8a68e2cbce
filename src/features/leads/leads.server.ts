// The one door through which a visitor leaves a request: a contact, a line on their timeline, and work for somebody.
import { createHash } from 'node:crypto'
import { truncateIp } from '#features/consents/consents.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/as-role.ts'
import { dayOf } from '#lib/dates.ts'
import { isolate } from '#lib/hebrew-text.ts'
import { parsePhone } from '#lib/phone.ts'
import { answerBy, AskForContact, ContactAsked, isSales, refusals, topicLabels } from './leads.ts'
import { type KnownContact, recognise } from './recognise.server.ts'

export const askForContact = defineFunction({
  name: 'ask-for-contact',
  caller: 'anyone',
  as: 'service', // a visitor has no rights on these tables: this is their only door
  refusals,
  // A family at one address never asks so often; whoever floods the staff with notices does.
  perClient: { burst: 20, refillMs: 3_600_000 },
  input: AskForContact,
  output: ContactAsked,
  async run({ input, db, request }) {
    const asked = { ...input, phone: normalPhone(input.phone), from: fromWhere(request, input.sourceUrl) }
    await refuseUnknownWords(db, asked)
    const contact = await recognise(db, { ...asked, sourceUrl: asked.from.url })
    const ticket = await openTicket(db, asked, contact)
    if (ticket.isNew) {
      const work = isSales(asked.topic) ? await openOpportunity(db, asked, contact) : await makeTask(db, asked, contact)
      await db.query('update contact_requests set opportunity_id = $2, task_id = $3 where id = $1', [
        ticket.id,
        work.opportunityId,
        work.taskId,
      ])
      await tellTimeline(db, asked, contact, ticket, work.opportunityId)
      await notifyStaff(db, asked, contact, ticket, work.opportunityId)
    }
    if (asked.marketingConsent) await recordConsent(db, asked, contact, ticket)
    return { ticketNumber: ticket.number }
  },
})

type Asked = Omit<AskForContact, 'phone'> & { phone: string | undefined; from: ReturnType<typeof fromWhere> }
type Ticket = { id: string; number: string; isNew: boolean }
type Work = { opportunityId: string | null; taskId: string | null }

function normalPhone(typed: string | undefined) {
  if (typed === undefined) return undefined
  const e164 = parsePhone(typed)
  if (!e164) throw new Refusal('invalid_input', 422, refusals.phone_invalid, { phone: refusals.phone_invalid })
  return e164
}

const fromWhere = ({ ip, userAgent }: { ip?: string; userAgent?: string }, sourceUrl: string | undefined) => ({
  url: sourceUrl ?? null,
  ip: (ip && truncateIp(ip)) ?? null,
  userAgent: userAgent?.slice(0, 300) ?? null,
})

/** Agreement to words that we never showed proves nothing. */
async function refuseUnknownWords(db: Db, { marketingConsent, consentTextId }: Asked) {
  if (!marketingConsent) return
  const known = await db.query(`select from consent_texts where id = $1 and kind = 'marketing'`, [consentTextId])
  if (known.length === 0)
    throw new Refusal('consent_text_unknown', 422, refusals.consent_text_unknown, {
      marketingConsent: refusals.consent_text_unknown,
    })
}

/** One ticket for the same words of the same person within a day, however often they are sent. */
async function openTicket(db: Db, asked: Asked, contact: KnownContact): Promise<Ticket> {
  const { name, phone, email, topic, message, privacyTextId, from } = asked
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

/** The open opportunity that this person already has, else a new one in the first stage. */
async function openOpportunity(db: Db, { topic }: Asked, contact: KnownContact): Promise<Work> {
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

async function makeTask(db: Db, { topic }: Asked, contact: KnownContact): Promise<Work> {
  const { id } = await db.one<{ id: string }>(
    `insert into tasks (name, due_date, user_id, contact_id, priority)
     values ($1, $2, coalesce($3, business_owner_id()), $4, 'high') returning id`,
    [
      `${topicLabels[topic]} – ${contact.full_name}`.slice(0, 200),
      answerBy(dayOf(new Date())),
      contact.owner_id,
      contact.id,
    ],
  )
  return { opportunityId: null, taskId: id }
}

/** The timeline keeps what was typed, also where it differs from what we know: staff decide what to take over. */
async function tellTimeline(db: Db, asked: Asked, contact: KnownContact, ticket: Ticket, opportunityId: string | null) {
  const { name, phone, email, topic, message } = asked
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
  { topic }: Asked,
  contact: KnownContact,
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

/** One tick is agreement for every way of reaching the person that was given; what is already agreed to is not written again. */
async function recordConsent(
  db: Db,
  { phone, email, consentTextId, from }: Asked,
  contact: KnownContact,
  ticket: Ticket,
) {
  const agreed = [
    ...(email ? [{ channel: 'email', value: email }] : []),
    ...(phone
      ? [
          { channel: 'sms', value: phone },
          { channel: 'whatsapp', value: phone },
        ]
      : []),
  ]
  const written = await db.query(
    `insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type, source_id, source_url, ip_trunc, user_agent)
     select $1, new.value, new.channel, 'marketing', 'grant', $4::uuid, 'contact_request', $5::uuid, $6, $7, $8
     from unnest($2::text[], $3::text[]) new (channel, value)
     where not exists (
       select from current_consents c
       where c.contact_id = $1 and c.value_norm = new.value and c.channel = new.channel and c.purpose = 'marketing'
         and c.action = 'grant' and c.text_version_id = $4)
     returning id`,
    [
      contact.id,
      agreed.map((one) => one.channel),
      agreed.map((one) => one.value),
      consentTextId,
      ticket.id,
      from.url,
      from.ip,
      from.userAgent,
    ],
  )
  if (written.length > 0)
    await db.query(
      `insert into activities (type, actor_kind, actor_id, contact_id, related_type, related_id)
       values ('consent.granted', 'contact', $1, $1, 'contact_request', $2)`,
      [contact.id, ticket.id],
    )
}

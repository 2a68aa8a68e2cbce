// Stores a received message: timeline, domain event, notification of staff, and opt-out of advertising.
import type { Db } from '#kernel/postgres/transaction.ts'
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { beginningOf } from '#lib/storable-text.ts'
import { isStopRequest } from './text-advertisement.ts'

type Received<Channel extends string> = {
  channel: Channel
  providerId: string
  /** A phone number as E.164, or an e-mail address in lower case. */
  from: string
  text: string
  at: Date
  /**
   * Default true. A mail from an unauthenticated sender is marked in the timeline, and does not count as a reply of the
   * contact.
   */
  isVerified?: boolean
}

/** A message received at the business's number. */
export type IncomingMessage = Received<'whatsapp' | 'sms'> & { name: string }

/** Finds or creates the contact of an unknown number. Injected, because another module owns contacts. */
export type MatchContact = (
  db: Db,
  sender: { name: string; phone: string; sourceUrl: null; source: string },
) => Promise<{ id: string }>

const sources = { whatsapp: 'וואטסאפ', sms: 'SMS' } as const
const titles = { whatsapp: 'הודעה חדשה בוואטסאפ', sms: 'הודעה חדשה ב־SMS', email: 'הודעה חדשה בדוא״ל' } as const

/** Maximum stored characters of a text: a WhatsApp text has at most 4096. */
const maxLength = 4096

/** Idempotent: a repeated message changes nothing. */
export async function receiveMessage(db: Db, message: IncomingMessage, matchContact: MatchContact) {
  if (await isReceived(db, message)) return
  await storeReceived(db, message, await contactOf(db, message, matchContact))
}

/** Whether the message was already stored. */
export async function isReceived(db: Db, { channel, providerId }: Pick<Received<string>, 'channel' | 'providerId'>) {
  const existing = await db.query('select 1 from received_messages where channel = $1 and provider_id = $2', [
    channel,
    providerId,
  ])
  return existing.length > 0
}

/** Stores the message of a contact once. */
export async function storeReceived(db: Db, message: Received<keyof typeof titles>, contactId: string) {
  const { channel, providerId, from, at, isVerified = true } = message
  // A future time would extend the reply window.
  const [row] = await db.query<{ id: string }>(
    `insert into received_messages (channel, provider_id, from_value, contact_id, received_at, is_verified)
     values ($1, $2, $3, $4, least($5, now()), $6) on conflict (channel, provider_id) do nothing returning id`,
    [channel, providerId, from, contactId, at, isVerified],
  )
  if (!row) return
  const text = beginningOf(plainText(message.text), maxLength)
  await db.query(
    `insert into activities (type, happened_at, actor_kind, actor_id, contact_id, related_type, related_id, payload)
     values ('message.received', least($4, now()), 'contact', $1, $1, 'received_message', $2, $3)`,
    [contactId, row.id, { channel, text, ...(!isVerified && { isUnverified: true }) }, at],
  )
  if (isStopRequest(text)) await db.query(`select private.refuse_advertising($1, $2, 'message_reply')`, [channel, from])
  await notifyStaff(db, isVerified ? titles[channel] : `${titles[channel]}, השולח לא אומת`, contactId, text)
}

async function contactOf(
  db: Db,
  { channel, from, name }: IncomingMessage,
  matchContact: MatchContact,
): Promise<string> {
  const { id } = await db.one<{ id: string | null }>('select private.contact_of_sender($1, $2) as id', [channel, from])
  if (id) return id
  const shown = beginningOf(oneLine(name), 100) || from
  return (await matchContact(db, { name: shown, phone: from, sourceUrl: null, source: sources[channel] })).id
}

async function notifyStaff(db: Db, title: string, contactId: string, text: string) {
  await db.query(
    `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
     select colleague, 'message.received', $2, left(chr(8296) || c.full_name || chr(8297) || ': ' || $3, 300), 'medium', 'contact', c.id
     from contacts c, notice_recipients(c.owner_id) colleague where c.id = $1`,
    [contactId, title, text.replaceAll(/\s+/g, ' ')],
  )
}

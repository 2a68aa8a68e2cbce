// Inbound mails that the mail provider or a rule of the mailbox forwards unchanged.
import { createHash } from 'node:crypto'
import { readReceivedMail, type ReceivedMail } from '#integrations/received-mail/received-mail.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { count } from '#lib/hebrew/count.ts'
import { z } from '#lib/schema.ts'
import { isReceived, storeReceived } from './receive-message.server.ts'
import { readSignedBody } from './signed-body.server.ts'

/**
 * Adds a reply to a thread of the portal. Resolves to false if the contact may not write in the thread. Injected,
 * because another module owns threads.
 */
type ReplyInThread = (
  db: Db,
  reply: { key: string; threadId: string; contactId: string; text: string },
) => Promise<boolean>

type Parts = { secrets: readonly string[]; replyInThread: ReplyInThread }
type Result = 'thread' | 'timeline' | 'repeated' | 'automatic' | 'empty' | 'unknown_sender' | 'unreadable'

/** The maximum mail size of common providers, in base64. */
const bodyLimit = 36 * 1024 * 1024
/**
 * `dmarc`: the provider's result for the From address. SPF and DKIM may pass for another domain, so only DMARC covers
 * this address. Result headers of the mail are ignored: the sender may have forged them.
 */
const ReceivedMails = z.object({ raw: z.base64().min(1), dmarc: z.enum(['pass', 'fail', 'none']).optional() })

/**
 * The webhook endpoint, signed with MAIL_HOOK_SECRETS. A reply to a mail about the portal becomes a message of its
 * thread. Any other mail of a known address creates an activity in the contact's timeline. A mail of an unknown address
 * is ignored; it remains in the mailbox.
 */
export const receiveMail = ({ secrets, replyInThread }: Parts) =>
  defineEndpoint({
    name: 'receive-mail',
    caller: 'anyone',
    verify: false, // authenticated by the provider's signature
    as: 'service',
    methods: ['POST'],
    bodyLimit,
    perClient: { burst: 600, refillMs: 60_000 },
    async fetch(request, { transaction }) {
      const read = await readSignedBody(request, {
        secrets,
        setting: 'MAIL_HOOK_SECRETS',
        shape: ReceivedMails,
        words: '{"raw":<the mail in base64>,"dmarc":"pass"|"fail"|"none"}, the second optional',
      })
      const raw = Buffer.from(read.raw, 'base64')
      const mail = await readReceivedMail(raw).catch(() => undefined)
      const result = mail
        ? await transaction((db) => store(db, { mail, raw, dmarc: read.dmarc }, replyInThread))
        : 'unreadable'
      return Response.json({ result })
    },
  })

type Arrived = { mail: ReceivedMail; raw: Buffer; dmarc: 'pass' | 'fail' | 'none' | undefined }

async function store(db: Db, { mail, raw, dmarc }: Arrived, replyInThread: ReplyInThread): Promise<Result> {
  if (mail.isAutomatic) return 'automatic'
  const text = textWithAttachments(mail)
  if (text === '') return 'empty'
  const providerId = mail.messageId?.slice(0, 998) ?? createHash('sha256').update(raw).digest('hex')
  if (await isReceived(db, { channel: 'email', providerId })) return 'repeated'
  // Only the recipient of the original mail knows its id. A failed DMARC check takes precedence, because mails may be
  // forwarded.
  const answered = dmarc === 'fail' ? undefined : await answeredMessage(db, mail)
  if (answered?.context_type === 'thread') {
    const reply = { key: providerId, threadId: answered.context_id, contactId: answered.contact_id, text }
    if (await replyInThread(db, reply)) return 'thread'
  }
  const contactId = answered?.contact_id ?? (await contactOf(db, mail.from))
  if (!contactId) return 'unknown_sender'
  const isVerified = answered !== undefined || dmarc === 'pass'
  await storeReceived(
    db,
    { channel: 'email', providerId, from: mail.from, text, at: new Date(), isVerified },
    contactId,
  )
  return 'timeline'
}

/** Attachments are not stored: they remain in the mailbox. */
const textWithAttachments = ({ text, attachments }: ReceivedMail) =>
  [
    text,
    attachments > 0 &&
      `[${count(attachments, { one: 'קובץ אחד צורף', two: 'שני קבצים צורפו', other: '# קבצים צורפו' })} בתיבת הדואר]`,
  ]
    .filter(Boolean)
    .join('\n')

type MessageContext = { contact_id: string; context_type: string; context_id: string }

async function answeredMessage(db: Db, { answers, from }: ReceivedMail): Promise<MessageContext | undefined> {
  const ids = answers.filter((id) => z.uuid().safeParse(id).success).slice(0, 20)
  const [row] = await db.query<MessageContext>('select * from answered_message($1, $2)', [ids, from])
  return row
}

const contactOf = async (db: Db, from: string) =>
  (await db.one<{ id: string | null }>(`select private.contact_of_sender('email', $1) as id`, [from])).id

// A letter of a campaign on its way into the post: rendered for one reader, with the links that are theirs.
import { createHash } from 'node:crypto'
import { type QueuedMail, queueMail } from '#kernel/mail/outbox.ts'
import type { Db } from '#kernel/postgres/as-role.ts'
import type { Campaign } from './campaigns.ts'
import { firstNameOf } from './tokens.ts'

export type Letter = Pick<Campaign, 'subject' | 'preheader' | 'blocks'>

type Reader = { firstName: string | undefined; consentedAt: string | Date; preferences: string }

/** Renders a letter for one reader. `replyTo` is where the business is written to. */
export type ComposeCampaign = (
  letter: Letter,
  reader: Reader,
) => Promise<{ subject: string; html: string; text: string; replyTo: string | null }>

/** Makes the link by which a reader chooses or refuses, and answers its token. */
export type MakeLink = (db: Db, contactId: string, email: string, campaignId?: string) => Promise<string>

export type LetterParts = { compose: ComposeCampaign; makeLink: MakeLink; siteUrl: string }

/** Who gets it, as the frozen list of the campaign names them. */
export type Addressee = { scheduledId: string; contactId: string; email: string; firstName: string; consentedAt: Date }

/** Writes one letter, hands it to the post and notes it in the log of messages: all of it in the caller's transaction, or nothing. */
export async function postLetter(db: Db, campaign: Letter & { id: string }, to: Addressee, parts: LetterParts) {
  const token = await parts.makeLink(db, to.contactId, to.email, campaign.id)
  const composed = await parts.compose(campaign, {
    firstName: firstNameOf(to.firstName),
    consentedAt: to.consentedAt,
    preferences: preferencesAddress(parts.siteUrl, token),
  })
  const { subject, html, text } = composed
  const mailId = await queueMail(db, {
    to: to.email,
    subject,
    html,
    text,
    purpose: 'campaign',
    headers: letterHeaders(parts.siteUrl, token, composed),
  })
  await db.query(
    `insert into messages (scheduled_id, contact_id, purpose, to_value, subject, body_hash, mail_id)
     values ($1, $2, 'marketing', $3, $4, $5, $6)`,
    [to.scheduledId, to.contactId, to.email, subject, createHash('sha256').update(text).digest('hex'), mailId],
  )
}

export const preferencesAddress = (siteUrl: string, token: string) => `${siteUrl}/newsletter/preferences/${token}`

/** What mail programs need for a button of their own by which a reader refuses: RFC 2369, RFC 2919, RFC 8058. */
export function letterHeaders(
  siteUrl: string,
  token: string,
  { replyTo }: { replyTo: string | null },
): NonNullable<QueuedMail['headers']> {
  const { hostname } = new URL(siteUrl)
  return {
    'List-Unsubscribe': `<${siteUrl}/newsletter/one-click/${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    // Without a name before it: Hebrew would be encoded together with the brackets.
    'List-ID': `<newsletter.${hostname}>`,
    Precedence: 'bulk',
    ...(replyTo && { 'Reply-To': replyTo }),
  }
}

// Renders a campaign message for one recipient and enqueues it.
import { createHash } from 'node:crypto'
import { bulkPriority } from '#kernel/jobs/jobs.ts'
import { type QueuedMail, queueMail } from '#kernel/mail/outbox.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Campaign } from './campaigns.ts'
import { firstNameOf } from './tokens.ts'

export type CampaignContent = Pick<Campaign, 'subject' | 'preheader' | 'blocks'>

type Recipient = { firstName: string | undefined; consentedAt: string | Date; preferences: string }

/** Renders the message for one recipient. `replyTo` is the business's address. */
export type ComposeCampaign = (
  message: CampaignContent,
  recipient: Recipient,
) => Promise<{ subject: string; html: string; text: string; replyTo: string | null }>

/** Creates the preferences link of a recipient, and returns its token. */
export type MakeLink = (db: Db, contactId: string, email: string, campaignId?: string) => Promise<string>

export type MessageDependencies = { compose: ComposeCampaign; makeLink: MakeLink; siteUrl: string }

/** A recipient from the frozen audience of the campaign. */
export type QueuedRecipient = {
  scheduledId: string
  contactId: string
  email: string
  firstName: string
  consentedAt: Date
}

/** Renders a message, enqueues it in the outbox and logs it in `messages`, all in the caller's transaction. */
export async function enqueueMessage(
  db: Db,
  campaign: CampaignContent & { id: string },
  to: QueuedRecipient,
  parts: MessageDependencies,
) {
  const token = await parts.makeLink(db, to.contactId, to.email, campaign.id)
  const composed = await parts.compose(campaign, {
    firstName: firstNameOf(to.firstName),
    consentedAt: to.consentedAt,
    preferences: preferencesUrl(parts.siteUrl, token),
  })
  const { subject, html, text } = composed
  const mailId = await queueMail(db, {
    to: to.email,
    subject,
    html,
    text,
    purpose: 'campaign',
    headers: unsubscribeHeaders(parts.siteUrl, token, composed),
    priority: bulkPriority,
  })
  await db.query(
    `insert into messages (scheduled_id, contact_id, purpose, to_value, subject, body_hash, mail_id)
     values ($1, $2, 'marketing', $3, $4, $5, $6)`,
    [to.scheduledId, to.contactId, to.email, subject, createHash('sha256').update(text).digest('hex'), mailId],
  )
}

export const preferencesUrl = (siteUrl: string, token: string) => `${siteUrl}/newsletter/preferences/${token}`

/** Headers for one-click unsubscribe in mail clients: RFC 2369, RFC 2919, RFC 8058. */
export function unsubscribeHeaders(
  siteUrl: string,
  token: string,
  { replyTo }: { replyTo: string | null },
): NonNullable<QueuedMail['headers']> {
  const { hostname } = new URL(siteUrl)
  return {
    'List-Unsubscribe': `<${siteUrl}/newsletter/one-click/${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    // Without a display name: Hebrew would be encoded together with the angle brackets.
    'List-ID': `<newsletter.${hostname}>`,
    Precedence: 'bulk',
    ...(replyTo && { 'Reply-To': replyTo }),
  }
}

// Renders a campaign message for one recipient.
import type { MergeRecipient } from '#features/message-templates/message-templates.ts'
import type { ComposedMail, DueMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Campaign } from './campaigns.ts'
import { labelLinks } from './label-links.ts'

export type CampaignContent = Pick<Campaign, 'subject' | 'preheader' | 'blocks'>

type Recipient = MergeRecipient & {
  consentedAt: string | Date
  preferences: string
  isDraft?: boolean
  countsClicks?: boolean
}

/** Renders the message for one recipient. `replyTo` is the business's address. */
export type ComposeCampaign = (
  message: CampaignContent,
  recipient: Recipient,
) => Promise<{ subject: string; html: string; text: string; replyTo: string | null }>

/** Creates the preferences link of a recipient, and returns its token. */
export type MakeLink = (db: Db, contactId: string, email: string, campaignId?: string) => Promise<string>

export type MessageDependencies = {
  compose: ComposeCampaign
  makeLink: MakeLink
  siteUrl: string
  /** Reads the values of the merge fields, and creates the links that occur in the content. */
  readRecipient: (
    db: Db,
    asked: { contactId: string; content: CampaignContent },
    sender: { siteUrl: string },
  ) => Promise<MergeRecipient>
}

/** Renders a message for its recipient, in the caller's transaction. */
export async function composeCampaignMessage(
  db: Db,
  campaign: CampaignContent & Pick<Campaign, 'id' | 'counts_clicks'>,
  message: DueMessage,
  { compose, makeLink, siteUrl, readRecipient }: MessageDependencies,
): Promise<ComposedMail> {
  const token = await makeLink(db, message.contactId!, message.to, campaign.id)
  const recipient = await readRecipient(db, { contactId: message.contactId!, content: campaign }, { siteUrl })
  const { id, counts_clicks: countsClicks } = campaign
  const composed = await compose(countsClicks ? labelLinks(campaign, { campaign: id, siteUrl }) : campaign, {
    ...recipient,
    countsClicks,
    consentedAt: message.consentedAt!,
    preferences: preferencesUrl(siteUrl, token),
  })
  return { ...composed, headers: unsubscribeHeaders(siteUrl, token, composed) }
}

export const preferencesUrl = (siteUrl: string, token: string) => `${siteUrl}/newsletter/preferences/${token}`

/** Headers for one-click unsubscribe in mail clients: RFC 2369, RFC 2919, RFC 8058. */
export function unsubscribeHeaders(
  siteUrl: string,
  token: string,
  { replyTo }: { replyTo: string | null },
): Record<string, string> {
  const { hostname } = new URL(siteUrl)
  return {
    'List-Unsubscribe': `<${siteUrl}/newsletter/one-click/${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    // No display name: mail libraries would encode Hebrew together with the angle brackets.
    'List-ID': `<newsletter.${hostname}>`,
    Precedence: 'bulk',
    ...(replyTo && { 'Reply-To': replyTo }),
  }
}

// Renders a scheduled message of a template: content, the footer of its purpose, and links specific to the recipient.
import { type ComposeCampaign, preferencesUrl, unsubscribeHeaders } from '#features/campaigns/render-campaign.server.ts'
import { renderTemplate } from '#features/message-templates/message-templates.server.ts'
import type { TextContent } from '#features/message-templates/message-templates.ts'
import type { ComposedMail, ComposedText, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import { type Advertiser, isLabelled, textAdvertisement } from '#features/messages/text-advertisement.ts'
import type { ComposeMessage } from '#features/messages/sender/send-batch.server.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { MailContent } from '#platform/message-content/message-blocks.ts'

export type ComposeService = (content: MailContent) => Promise<{ subject: string; html: string; text: string }>

type Parts = {
  composeCampaign: ComposeCampaign
  composeService: ComposeService
  /** Creates the preferences link of a recipient, and returns its token. */
  makeLink: (db: Db, contactId: string, email: string) => Promise<string>
  siteUrl: string
}

/** A message in which a value is missing is not sent. */
export const composeTemplateMessage =
  (parts: Parts): ComposeMessage =>
  async (db, message) => {
    const { templateId, templateNumber, contactId, contextType, contextId } = message
    if (!templateId || !contactId) return { skip: 'no_template' }
    const templateMessage = {
      templateId,
      number: templateNumber,
      contactId,
      context: { type: contextType, id: contextId },
    }
    const filled = await renderTemplate(db, templateMessage, parts).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    if (filled?.channel !== message.channel) return { skip: 'no_template' }
    if (filled.missing.length > 0) return { skip: 'value_missing' }
    if (message.channel !== 'email') return textMessage(db, message, filled.content as TextContent)
    const content = filled.content as MailContent
    return message.purpose === 'marketing'
      ? composeAdvertisement(db, message, content, parts)
      : parts.composeService(content)
  }

/** An advertisement, unless the name, address or contact details of the advertiser are missing, which the law requires. */
export async function composeAdvertisement(
  db: Db,
  message: DueMessage,
  content: MailContent,
  parts: Omit<Parts, 'composeService'>,
): Promise<ComposedMail | SkippedMessage> {
  const { isNamed } = await db.one<{ isNamed: boolean }>(
    `select exists (select from get_public_business_profile()
       where concat(legal_name, business_name) ~ '\\S' and address ~ '\\S' and concat(phone, email) ~ '\\S') as "isNamed"`,
  )
  return isNamed ? advertisement(db, message, content, parts) : { skip: 'no_advertiser' }
}

/** The content as an advertisement: with its label, footer and one-click unsubscribe. */
export async function advertisement(
  db: Db,
  message: DueMessage,
  content: MailContent,
  parts: Omit<Parts, 'composeService'>,
): Promise<ComposedMail> {
  const { composeCampaign, makeLink, siteUrl } = parts
  const token = await makeLink(db, message.contactId!, message.to)
  const composed = await composeCampaign(
    { ...content, blocks: [...content.blocks] },
    {
      // Already rendered: only the label and the footer of an advertisement are added.
      values: new Map(),
      form: 'plural',
      isDraft: true,
      consentedAt: message.consentedAt!,
      preferences: preferencesUrl(siteUrl, token),
    },
  )
  return { ...composed, headers: unsubscribeHeaders(siteUrl, token, composed) }
}

async function textMessage(
  db: Db,
  { purpose, channel }: DueMessage,
  { text, approved }: TextContent,
): Promise<ComposedText | SkippedMessage> {
  const template = approved && { approved }
  if (purpose !== 'marketing') return { text, ...template }
  const advertiser = await readAdvertiser(db)
  if (!advertiser) return { skip: 'no_advertiser' }
  // An approved template cannot be extended, so its text must contain label and opt-out.
  if (approved && !isLabelled(text)) return { skip: 'not_labelled' }
  return { text: textAdvertisement(text, channel, advertiser), ...template }
}

/** Name and contact details, which the law requires in every advertisement. Undefined if one is missing. */
async function readAdvertiser(db: Db): Promise<Advertiser | undefined> {
  const [advertiser] = await db.query<Advertiser>(
    `select business_name as name, coalesce(mobile, phone, email) as contact from get_public_business_profile()
     where business_name <> '' and coalesce(mobile, phone, email) <> ''`,
  )
  return advertiser
}

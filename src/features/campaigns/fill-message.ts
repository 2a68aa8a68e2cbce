// Fills a campaign message for one recipient.
import { advertisementSubject } from '#features/messages/messages.ts'
import { fillMail } from '#platform/message-content/fill-content.ts'
import type { MailContent } from '#platform/message-content/message-blocks.ts'
import type { CampaignValues } from './tokens.ts'

/** Replaces tokens, and prefixes the subject with the advertising label that the law requires. */
export function fillMessage(message: MailContent, values: CampaignValues): MailContent {
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  const { content } = fillMail(message, { values: new Map(given), form: 'plural', isDraft: true })
  return { ...content, subject: advertisementSubject(content.subject) }
}

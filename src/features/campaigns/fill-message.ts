// Fills a campaign message for one recipient.
import { advertisementSubject } from '#features/messages/messages.ts'
import { type FilledContent, fillMail } from '#platform/message-content/fill-content.ts'
import type { MailContent } from '#platform/message-content/message-blocks.ts'

/** Replaces fields, and prefixes the subject with the advertising label that the law requires. */
export function fillMessage(
  message: MailContent,
  recipient: Parameters<typeof fillMail>[1],
): FilledContent<MailContent> {
  const filled = fillMail(message, recipient)
  return { ...filled, content: { ...filled.content, subject: advertisementSubject(filled.content.subject) } }
}

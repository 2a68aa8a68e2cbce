// Input and output of the module that renders a message for the sender.
export type Purpose = 'transactional' | 'service' | 'marketing'
export type ChannelName = 'email' | 'whatsapp' | 'sms' | 'push'

/** A due message, with its resolved address. */
export type DueMessage = {
  id: string
  channel: ChannelName
  purpose: Purpose
  contactId: string | null
  firstName: string | null
  to: string
  contextType: string
  contextId: string
  templateId: string | null
  templateNumber: number | null
  /** Set for a rule of the plan, which has no template id. */
  templateKey: string | null
  runId: string | null
  /** Whether it is sent by WhatsApp instead of mail, with the mail as fallback. */
  replacesMail: boolean
  /** The time of the latest marketing consent of this address. */
  consentedAt: Date | null
  /** End of the reply window in which WhatsApp accepts free text to this address; null outside of it. */
  replyUntil: Date | null
}

/** A text file attachment. */
export type MailAttachment = { filename: string; contentType: string; content: string }

export type ComposedMail = {
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
  attachments?: readonly MailAttachment[]
}

/** A template approved by the provider, with the values of its parameters in order. */
export type ApprovedTemplate = { name: string; language: string; parameters: string[] }

/** A WhatsApp or text message. `text` is the text shown to the recipient, also of an approved template. */
export type ComposedText = { text: string; approved?: ApprovedTemplate }

export type ComposedMessage = ComposedMail | ComposedText

/** A context with a separate sender, such as a campaign. If undefined, all other contexts. */
export type Scope = { type: string; id: string }

/** Reasons why a message cannot be rendered. */
export type SkippedMessage = { skip: string }

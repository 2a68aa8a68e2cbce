// What the sender hands to the module that renders a message, and what it gets back.
export type Purpose = 'transactional' | 'service' | 'marketing'
export type ChannelName = 'email' | 'whatsapp' | 'sms' | 'push'

/** A message whose moment has come, with the address that was found for it. */
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
  /** Of a rule of the plan, which has no template id. */
  templateKey: string | null
  runId: string | null
  /** By WhatsApp in place of the mail, which is sent if this is refused. */
  replacesMail: boolean
  /** The latest consent to marketing at this address. */
  consentedAt: Date | null
  /** End of the time in which WhatsApp carries free text to this address; null outside of it. */
  replyUntil: Date | null
}

/** A text file. */
export type MailAttachment = { filename: string; contentType: string; content: string }

export type ComposedMail = {
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
  attachments?: readonly MailAttachment[]
}

/** A template that the provider approved, with the values of its places in order. */
export type ApprovedTemplate = { name: string; language: string; parameters: string[] }

/** A WhatsApp or text message. `text` is what the recipient reads, also of an approved template. */
export type ComposedText = { text: string; approved?: ApprovedTemplate }

export type Composed = ComposedMail | ComposedText

/** A context with its own pace, such as a campaign. Without one, all others. */
export type Scope = { type: string; id: string }

/** Why a message cannot be rendered. */
export type NotRendered = { skip: string }

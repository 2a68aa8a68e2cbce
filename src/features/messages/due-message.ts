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
  /** The latest consent to marketing at this address. */
  consentedAt: Date | null
}

export type ComposedMail = { subject: string; html: string; text: string; headers?: Record<string, string> }

/** A context with its own pace, such as a campaign. Without one, all others. */
export type Scope = { type: string; id: string }

/** Why a message cannot be rendered. */
export type NotRendered = { skip: string }

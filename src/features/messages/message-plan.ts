// The message plan: which messages follow from an entity, and the days on which nothing is sent.
import { Instant, z } from '#lib/schema.ts'

export const ClosedDay = z.object({
  id: z.uuid(),
  name: z.string(),
  from_on: z.iso.date(),
  until_on: z.iso.date(),
  created_at: Instant,
  version: z.int(),
})
export type ClosedDay = z.infer<typeof ClosedDay>

export const MessageContext = z.object({ type: z.string(), label: z.string() })
export const MessageAnchor = z.object({ context_type: z.string(), anchor: z.string(), label: z.string() })

export const MessageRule = z.object({
  id: z.uuid(),
  key: z.string(),
  name: z.string(),
  context_type: z.string(),
  anchor: z.string(),
  offset_minutes: z.int(),
  recipients: z.enum(['contact', 'household', 'staff']),
  channel: z.enum(['email', 'whatsapp', 'sms', 'push', 'in_app']),
  purpose: z.enum(['transactional', 'service', 'marketing']),
  template_key: z.string(),
  expires_after_minutes: z.int().nullable(),
  sends_late: z.boolean(),
  repeats_when_moved: z.boolean(),
  is_active: z.boolean(),
  position: z.int(),
  updated_at: Instant,
  version: z.int(),
})
export type MessageRule = z.infer<typeof MessageRule>

// The message plan: the rules by which an entity's messages are derived, and the days without sending.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { count } from '#lib/hebrew/count.ts'
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
  /** The approved template for recipients who consented to WhatsApp. */
  whatsapp_template_id: z.uuid().nullable(),
  expires_after_minutes: z.int().nullable(),
  sends_late: z.boolean(),
  repeats_when_moved: z.boolean(),
  is_active: z.boolean(),
  position: z.int(),
  updated_at: Instant,
  version: z.int(),
})
export type MessageRule = z.infer<typeof MessageRule>

export const offsetUnits = { minutes: 1, hours: 60, days: 1440 } as const
export type OffsetUnit = keyof typeof offsetUnits

/** Contexts whose recipients can consent to WhatsApp instead of mail. */
export const isSentByWhatsApp = ({ context_type: type, channel }: Pick<MessageRule, 'context_type' | 'channel'>) =>
  type === 'webinar_registration' && channel === 'email'

/** Form input of a rule's WhatsApp template; empty sends mail. */
export const RuleWhatsAppEdit = z.object({
  whatsapp_template_id: z.union([z.uuid(), z.literal('').transform(() => null)]),
})

/** The largest unit that divides the offset. */
export const unitOf = (minutes: number): OffsetUnit =>
  minutes % offsetUnits.days === 0 ? 'days' : minutes % offsetUnits.hours === 0 ? 'hours' : 'minutes'

const counts: Record<OffsetUnit, Parameters<typeof count>[1]> = {
  minutes: { one: 'דקה', two: 'שתי דקות', other: '# דקות' },
  hours: { one: 'שעה', two: 'שעתיים', other: '# שעות' },
  days: { one: 'יום', two: 'יומיים', other: '# ימים' },
}

/** The offset of a rule as text: "יום אחרי", "שעה לפני", "מיד". */
export function offsetText(minutes: number): string {
  if (minutes === 0) return 'מיד'
  const unit = unitOf(minutes)
  return `${count(Math.abs(minutes) / offsetUnits[unit], counts[unit])} ${minutes < 0 ? 'לפני' : 'אחרי'}`
}

const amount = 'מספר שלם, עד 366'

/** Form input of a rule's time. */
export const RuleTimeEdit = z.object({
  amount: z.coerce.number<unknown>(amount).int(amount).min(0, amount).max(366, amount),
  unit: z.enum(['minutes', 'hours', 'days']),
  side: z.enum(['before', 'after']),
})
export const offsetOf = ({ amount: many, unit, side }: z.infer<typeof RuleTimeEdit>) =>
  (side === 'before' ? -1 : 1) * many * offsetUnits[unit]

const Day = z.iso.date('יום, למשל 24.11.2026')

/** Form input of closed days. */
export const ClosedDaysEdit = z
  .object({
    name: z.string().transform(oneLine).pipe(z.string().min(1, 'שדה חובה').max(60, 'שם: עד 60 תווים')),
    from_on: Day,
    until_on: Day,
  })
  .refine(({ from_on, until_on }) => until_on >= from_on, {
    path: ['until_on'],
    message: 'יום הסיום לא יכול להיות לפני יום ההתחלה',
  })
export type ClosedDaysEdit = z.infer<typeof ClosedDaysEdit>

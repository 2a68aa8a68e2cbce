// Contract of personal links: a form that staff send to one contact.
import { count } from '#lib/hebrew/count.ts'
import { z } from '#lib/schema.ts'
import { type LinkState, refusals as formRefusals } from '../form-texts.ts'

export const linkStateLabels: Record<LinkState, string> = {
  open: 'פתוח',
  used: 'מולא',
  expired: 'פג תוקף',
  revoked: 'בוטל',
}

/** What staff read; a visitor reads other words for the same codes. */
export const linkRefusals = {
  ...formRefusals,
  form_link_unknown: 'הקישור לא נמצא, או שאין לכם הרשאה אליו',
  form_link_used: 'הטופס כבר נשלח דרך הקישור הזה, ואין מה לבטל',
} as const

/** Zero: without an end. */
export const linkDays = [7, 14, 30, 90, 0] as const
export const daysLabel = (days: number) =>
  days === 0 ? 'בלי הגבלה' : count(days, { one: 'יום אחד', two: 'יומיים', other: '# ימים' })

export const MakeFormLink = z.object({
  formId: z.uuid('יש לבחור טופס'),
  contactId: z.uuid('יש לבחור איש קשר'),
  days: z.coerce.number().int().min(0).max(365),
  isSingleUse: z.boolean(),
})
export type MakeFormLink = z.output<typeof MakeFormLink>

export const FormLink = z.object({ url: z.string(), title: z.string(), expiresAt: z.string().nullable() })
export type FormLink = z.infer<typeof FormLink>

// Contract of personal links: a form sent by staff to one contact.
import { z } from '#lib/schema.ts'
import type { LinkState } from '#platform/personal-links/link-states.ts'
import { LinkDays } from '#platform/personal-links/made-link.ts'
import { refusals as formRefusals } from '../form-texts.ts'

export const linkStateLabels: Record<LinkState, string> = {
  open: 'פתוח',
  used: 'מולא',
  expired: 'פג תוקף',
  revoked: 'בוטל',
}

/** Texts for staff; visitors see other texts for the same codes. */
export const linkRefusals = {
  ...formRefusals,
  form_link_unknown: 'הקישור לא נמצא, או שאין לכם הרשאה אליו',
  form_link_used: 'הטופס כבר נשלח דרך הקישור הזה, ואין מה לבטל',
} as const

export const MakeFormLink = z.object({
  formId: z.uuid('יש לבחור טופס'),
  contactId: z.uuid('יש לבחור איש קשר'),
  days: LinkDays,
  isSingleUse: z.boolean(),
})
export type MakeFormLink = z.output<typeof MakeFormLink>

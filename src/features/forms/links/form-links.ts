// Contract of personal links: a form that staff send to one contact.
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

/** What staff read; a visitor reads other words for the same codes. */
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

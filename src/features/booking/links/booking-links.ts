// Contract of single-use booking links of an appointment type.
import { optional } from '#lib/forms/visitor-fields.ts'
import { Instant, z } from '#lib/schema.ts'
import { type LinkState, linkStates } from '#platform/personal-links/link-states.ts'
import { LinkDays } from '#platform/personal-links/made-link.ts'

export const BookingLinkRow = z.object({
  id: z.uuid(),
  type_id: z.uuid(),
  contact_id: z.uuid().nullable(),
  token_hash: z.string(),
  expires_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
  used_at: Instant.nullable(),
  root_id: z.uuid().nullable(),
  created_by: z.uuid().nullable(),
  created_at: Instant,
})

export const linkStateLabels: Record<LinkState, string> = {
  open: 'פתוח',
  used: 'נקבעה פגישה',
  expired: 'פג תוקף',
  revoked: 'בוטל',
}

/** Messages for staff; visitors see other texts for the same codes. */
export const staffLinkRefusals = {
  booking_link_unknown: 'הקישור לא נמצא, או שאין לכם הרשאה אליו',
  booking_link_used: 'כבר נקבעה פגישה דרך הקישור הזה, ואין מה לבטל',
  type_gone: 'סוג הפגישה כבר לא מוצע, או שאין לכם הרשאה אליו',
  contact_gone: 'איש הקשר לא נמצא, או שאין לכם הרשאה אליו',
} as const

export const MakeBookingLink = z.object({
  typeId: z.uuid('יש לבחור סוג פגישה'),
  contactId: optional(z.uuid('יש לבחור איש קשר')),
  days: LinkDays,
})
export type MakeBookingLink = z.output<typeof MakeBookingLink>

/** Initial data of a link's page. Contact details are included only while the link is open. */
export const OpenedLink = z.object({
  state: z.enum(linkStates),
  details: z.object({ name: z.string(), phone: z.string(), email: z.string() }).partial(),
})
export type OpenedLink = z.infer<typeof OpenedLink>

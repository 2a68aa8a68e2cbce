// Contract of the waiting lists of full groups.
import { EmailAddress, PersonName } from '#features/contacts/contacts.ts'
import { SourceUrl } from '#lib/forms/source-url.ts'
import { Instant, z } from '#lib/schema.ts'

export const GroupWait = z.object({
  id: z.uuid(),
  slot_group_id: z.uuid(),
  contact_id: z.uuid(),
  name: z.string(),
  email: z.string(),
  privacy_text_id: z.uuid().nullable(),
  source_url: z.string().nullable(),
  created_at: Instant,
  offered_at: Instant.nullable(),
  held_until: Instant.nullable(),
  hold_id: z.uuid().nullable(),
})

export const WaitForGroup = z.object({
  groupId: z.uuid('יש לבחור מפגש'),
  name: PersonName,
  email: EmailAddress,
  privacyTextId: z.uuid().optional(),
  sourceUrl: SourceUrl,
})

export const groupRefusals = {
  group_not_full: 'במפגש הזה התפנה מקום, או שההרשמה אליו נסגרה. אפשר לבחור שעה בלוח',
} as const

// Contract of tags: labels of contacts.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Instant, z } from '#lib/schema.ts'

export const tagColors = ['stage-1', 'stage-2', 'stage-3', 'stage-4', 'stage-5', 'stage-6'] as const
export const tagColorLabels: Record<(typeof tagColors)[number], string> = {
  'stage-1': 'אפור',
  'stage-2': 'כחול',
  'stage-3': 'סגול',
  'stage-4': 'ענבר',
  'stage-5': 'ירוק',
  'stage-6': 'ורוד',
}

export const Tag = z.object({
  id: z.uuid(),
  name: z.string(),
  color: z.enum(tagColors),
  created_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
})
export type Tag = z.infer<typeof Tag>

export const ContactTag = z.object({ contact_id: z.uuid(), tag_id: z.uuid(), created_at: Instant })
export type ContactTag = z.infer<typeof ContactTag>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { tags: Tag, contact_tags: ContactTag }

export const tagNameLimit = 40

export const TagName = z
  .string('שדה חובה')
  .transform(oneLine)
  .pipe(z.string().min(1, 'שדה חובה').max(tagNameLimit, `עד ${tagNameLimit} תווים`))

export const refusals = {
  tag_name_length: `שם של תגית: עד ${tagNameLimit} תווים`,
  tag_name_has_controls: 'השם כולל תווים נסתרים. הקלידו אותו מחדש',
  tag_name_taken: 'תגית בשם הזה כבר קיימת',
  tag_not_found: 'התגית הזאת כבר לא קיימת',
} as const

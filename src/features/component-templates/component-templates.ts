// Contract of the block library: blocks written once and inserted into many pages.
import { Block, type Kind, kindOf, isAllowedOn } from '#platform/pages/pages.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Instant, JsonObject, z } from '#lib/schema.ts'

export const ComponentTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.string(),
  content: JsonObject,
  created_by: z.uuid().nullable(),
  created_at: Instant,
  updated_at: Instant,
  deleted_at: Instant.nullable(),
  version: z.int(),
})
export type ComponentTemplate = z.infer<typeof ComponentTemplate>

/** One save; immutable. */
export const TemplateVersion = z.object({
  id: z.uuid(),
  template_id: z.uuid(),
  number: z.int(),
  name: z.string(),
  content: JsonObject,
  created_by: z.uuid().nullable(),
  created_at: Instant,
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { component_templates: ComponentTemplate, component_template_versions: TemplateVersion }

/** The page on which a template is previewed. */
export const showroom = '/about'

/** Kinds allowed in the library: no kinds that start a page, and no site-wide ones. */
export const isTemplateKind = (kind: Kind): boolean => !kindOf(kind).opens && isAllowedOn(showroom, kind)

/** The block of a stored template; undefined if its kind no longer exists or its content is invalid. */
export const blockOf = (
  { kind, content }: { kind: string; content: Record<string, unknown> },
  id = 'template',
): Block | undefined => Block.safeParse({ id, kind, content }).data

export const TemplateName = z
  .string('שדה חובה')
  .transform(oneLine)
  .pipe(z.string().min(1, 'שדה חובה').max(80, 'עד 80 תווים'))

/** Input of a save. Without an id it creates a template; `seenVersion` is the version that was edited. */
export const TemplateSave = z.object({
  id: z.uuid().nullable(),
  name: TemplateName,
  kind: z.string(),
  content: JsonObject,
  seenVersion: z.int().default(0),
})

export const TemplateSaved = z.object({ id: z.uuid(), version: z.int() })
export type TemplateSaved = z.infer<typeof TemplateSaved>

export const refusals = {
  template_not_found: 'התבנית נמחקה בינתיים',
  stale_version: 'מישהו שמר את התבנית בזמן שערכתם אותה',
  template_kind_fixed: 'אי אפשר להחליף את סוג המקטע של תבנית קיימת',
  template_name_taken: 'כבר יש תבנית בשם הזה',
  template_name_length: 'יש להזין שם באורך של עד 80 תווים',
  template_content_form: 'התבנית ארוכה מדי',
  invalid_input: 'יש שדה שעוד לא מלא כמו שצריך',
} as const

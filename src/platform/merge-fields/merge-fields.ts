// Merge fields: the values of a recipient, the business or an entity that a module provides to message templates.
import type { FieldKind } from '#lib/templates/check-template.ts'
import type { TemplateValue, TemplateValues } from '#lib/templates/render-template.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { salutationName } from '#lib/hebrew/salutation-name.ts'

export type MergeField = {
  /** Name as stored between the braces. */
  name: string
  label: string
  /** Group heading in the list of fields. */
  group: string
  kind: FieldKind
  sample: TemplateValue
  /** Aliases: names used in earlier texts. */
  aliases?: readonly string[]
  /** A name typed by a visitor: nothing in it may become a link. */
  isName?: boolean
  /** Labels of stored codes. */
  labels?: Readonly<Record<string, string>>
}

/** The merge fields of messages about an entity, in addition to those of every message. */
export type MergeContext = {
  /** Name of the entity in the template editor. */
  label: string
  fields: readonly MergeField[]
  /** Formats the values returned by `private.merge_values_of_<context>`, by field, with the wording of the module's own mails. */
  valuesOf: (facts: Readonly<Record<string, unknown>>) => Record<string, unknown>
}

export const kindsOf = (fields: readonly MergeField[]): Map<string, FieldKind> =>
  new Map(fields.flatMap((field) => namesOf(field).map((name) => [name, field.kind] as const)))

export const namesOf = ({ name, aliases = [] }: MergeField): string[] => [name, ...aliases]

export const sampleValues = (fields: readonly MergeField[]): TemplateValues =>
  new Map(fields.flatMap((field) => namesOf(field).map((name) => [name, field.sample] as const)))

/** Values by name and alias. `raw` are the database values: text, lists, days, and instants with their time zone. */
export function valuesOf(fields: readonly MergeField[], raw: Readonly<Record<string, unknown>>): TemplateValues {
  const values = new Map<string, TemplateValue>()
  for (const field of fields) {
    const value = valueOf(field, raw[field.name])
    if (value !== undefined) for (const name of namesOf(field)) values.set(name, value)
  }
  return values
}

function valueOf({ kind, isName, labels }: MergeField, raw: unknown): TemplateValue | undefined {
  if (Array.isArray(raw)) return raw.map(String)
  if (typeof raw === 'object' && raw !== null) return readInstant(raw)
  const text = typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : ''
  if (text === '') return undefined
  if (kind === 'day') return { day: text.slice(0, 10) }
  if (kind === 'instant') return { at: text, zone: 'Asia/Jerusalem' }
  // A contact known only by an address has no name for a salutation.
  if (isName) return text.includes('@') ? undefined : salutationName(text) || undefined
  return labels?.[text] ?? oneLine(text)
}

function readInstant(raw: object): TemplateValue | undefined {
  const { at, zone } = raw as { at?: unknown; zone?: unknown }
  return typeof at === 'string' ? { at, zone: typeof zone === 'string' ? zone : 'Asia/Jerusalem' } : undefined
}

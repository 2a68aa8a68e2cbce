import { fieldOf } from '#platform/pages/fields.ts'
import { z } from '#lib/schema.ts'

/** An empty initial form value; required fields are up to the schema. */
export function blankValue(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, inner]) => [name, blankValue(inner)]),
    )
  const field = fieldOf(schema)
  if (field?.input === 'list') return Array.from({ length: field.min }, () => blankValue(field.item))
  if (field?.input === 'switch') return false
  if (field?.input === 'choice') return Object.keys(field.options)[0]
  return ''
}

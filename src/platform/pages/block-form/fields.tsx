// Form fields generated from a schema: single fields, groups and lists.
import type { ReactNode } from 'react'
import { fieldOf } from '#platform/pages/fields.ts'
import { z } from '#lib/schema.ts'
import { type LeafFieldPropsFor, LeafField } from './leaf-field.tsx'
import { ListField } from './list-field.tsx'

/** The fields of an object schema. */
export function Fields({ schema, value, path, onChange, ...reporting }: LeafFieldPropsFor<z.ZodObject>) {
  const now = value as Record<string, unknown>
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, inner]) => (
    <SchemaField
      key={name}
      {...reporting}
      schema={inner}
      value={now[name]}
      path={path ? `${path}.${name}` : name}
      onChange={(said) => onChange({ ...now, [name]: said })}
    />
  ))
}

function SchemaField({ schema, ...given }: LeafFieldPropsFor): ReactNode {
  const meta = fieldOf(schema)
  if (!meta) return null
  if (meta.input === 'list') return <ListField {...given} meta={meta} RowFields={Fields} />
  if (!(schema instanceof z.ZodObject)) return <LeafField {...given} meta={meta} />
  return (
    <fieldset className="block-form__group">
      <legend>{meta.label}</legend>
      <Fields {...given} schema={schema} />
    </fieldset>
  )
}

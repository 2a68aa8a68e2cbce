// Form fields generated from a schema: single fields, groups and lists.
import type { PlacedPicture } from '#platform/images/images.ts'
import { PictureField } from '#platform/images/library/picture-field.tsx'
import type { ReactNode } from 'react'
import { type FieldMeta, fieldOf } from '#platform/pages/fields.ts'
import { z } from '#lib/schema.ts'
import { type LeafFieldProps, type LeafFieldPropsFor, LeafField } from './leaf-field.tsx'
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
      onChange={(entered) => onChange({ ...now, [name]: entered })}
    />
  ))
}

function SchemaField({ schema, ...props }: LeafFieldPropsFor): ReactNode {
  const meta = fieldOf(schema)
  if (!meta) return null
  if (meta.input === 'list') return <ListField {...props} meta={meta} RowFields={Fields} />
  if (meta.input === 'picture') return <PlacedPictureField {...props} meta={meta} />
  if (!(schema instanceof z.ZodObject)) return <LeafField {...props} meta={meta} />
  return (
    <fieldset className="block-form__group">
      <legend>{meta.label}</legend>
      <Fields {...props} schema={schema} />
    </fieldset>
  )
}

function PlacedPictureField({
  value,
  path,
  problems,
  showAll,
  idPrefix,
  onChange,
  meta,
}: LeafFieldProps & { meta: Extract<FieldMeta, { input: 'picture' }> }) {
  const placed = value as PlacedPicture
  const at = (name: string) => (showAll || placed.id ? problems.get(`${path}.${name}`) : undefined)
  return (
    <PictureField
      id={`${idPrefix}.${path}`}
      label={meta.label}
      hint={meta.help}
      value={placed}
      altError={at('alt')}
      onChange={onChange}
    />
  )
}

import { type Kind, kindOf } from '#platform/pages/blocks.ts'
import { type FieldMeta, fieldOf } from '#platform/pages/fields.ts'
import { count } from '#lib/hebrew/count.ts'
import { z } from '#lib/schema.ts'
import { Disclosure } from '#platform/pages/history/disclosure.tsx'

/** Documents a block kind: fields, types and limits, read from its schema. */
export function BlockSchema({ kind }: { kind: Kind }) {
  return (
    <Disclosure title="ממה המקטע בנוי">
      <Rows schema={kindOf(kind).content} />
    </Disclosure>
  )
}

function Rows({ schema }: { schema: z.ZodType }) {
  if (!(schema instanceof z.ZodObject)) return null
  return (
    <ul className="kind-schema">
      {Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, inner]) => {
        const meta = fieldOf(inner)
        if (!meta) return null
        return (
          <li key={name}>
            <b>{meta.label}</b> <span>{describeField(meta)}</span>
            {meta.input === 'list' && <Rows schema={meta.item} />}
            {meta.input === 'group' && <Rows schema={inner} />}
          </li>
        )
      })}
    </ul>
  )
}

function describeField(meta: FieldMeta): string {
  switch (meta.input) {
    case 'choice':
      return Object.values(meta.options).join(' / ')
    case 'switch':
      return 'כן או לא'
    case 'day':
      return 'תאריך'
    case 'group':
    case 'picture-id':
      return ''
    case 'picture':
      return 'תמונה מהספרייה'
    case 'list':
      return meta.min === meta.max
        ? count(meta.min, { one: 'שורה אחת', two: 'שתי שורות', other: '# שורות' })
        : `בין ${meta.min} ל־${meta.max} שורות`
    default:
      return `${kinds[meta.input]}, עד ${meta.max.toLocaleString('he-IL')} תווים${meta.optional ? ', לא חובה' : ''}`
  }
}

const kinds = { line: 'שורה', text: 'כמה שורות', prose: 'פסקאות', address: 'כתובת' }

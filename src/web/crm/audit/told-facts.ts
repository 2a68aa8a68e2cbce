// What changed, in words: columns and values of the log as people read them.
import type { AuditLine } from '#features/audit/audit.ts'
import { columnLabel, referenceOf, valueLabel } from '#features/audit/audit-labels.ts'
import { type CustomFieldDef, formatValue } from '#features/fields/fields.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { formatPhone } from '#lib/phone-words.ts'
import type { ChangedFact } from '#ui/states/conflict-notice.tsx'

/** Who knows the names behind ids, and the fields that the business has added. */
export type Knowing = {
  staffName: (id: string) => string | undefined
  names: ReadonlyMap<string, string>
  fields: readonly CustomFieldDef[]
}

type Value = NonNullable<AuditLine['after']>[string]

/** A line per fact, with what it was and what it is. Columns that have no word stay out. */
export function toldFacts({ entity, before, after }: Pick<AuditLine, 'entity' | 'before' | 'after'>, knowing: Knowing) {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return columns.flatMap((column): ChangedFact[] => {
    const [was, is] = [before?.[column] ?? null, after?.[column] ?? null]
    if (column === 'custom') return customFacts(was, is, knowing)
    if (column === 'columns' && Array.isArray(is)) {
      const labels = is.flatMap((one) => (typeof one === 'string' && columnLabel(entity, one)) || [])
      return labels.length > 0 ? fact('מה השתנה', undefined, labels.join(', ')) : []
    }
    if (column === 'payload') return fact('מה נכתב', textOf(was), textOf(is))
    const label = columnLabel(entity, column)
    return label ? fact(label, inWords(entity, column, was, knowing), inWords(entity, column, is, knowing)) : []
  })
}

function fact(label: string, was: string | undefined, is: string | undefined): ChangedFact[] {
  if (was === is) return []
  return [{ label, ...(was !== undefined && { was }), ...(is !== undefined && { is }) }]
}

function inWords(entity: string, column: string, value: Value, knowing: Knowing): string | undefined {
  if (value === null || value === '') return undefined
  if (typeof value === 'boolean') return value ? 'כן' : 'לא'
  if (typeof value === 'number') return column.endsWith('_agorot') ? formatMoney(value) : value.toLocaleString('he-IL')
  if (typeof value !== 'string') return Array.isArray(value) ? value.map(String).join(', ') : undefined
  const reference = referenceOf(column)
  if (reference === 'staff') return knowing.staffName(value) ?? 'מי שכבר לא בצוות'
  if (reference) return knowing.names.get(value) ?? 'רשומה שנמחקה'
  if (column.endsWith('_at')) return `${formatDate(value)}, ${formatTime(value)}`
  if (/(_on|_date)$/.test(column)) return formatDate(value)
  if (column === 'value_norm' && value.startsWith('+')) return formatPhone(value)
  return valueLabel(entity, column, value) ?? value
}

function customFacts(was: Value, is: Value, { fields }: Knowing) {
  const [before, after] = [objectOf(was), objectOf(is)]
  return fields.flatMap((field) => {
    const shown = (values: Record<string, Value>) => formatValue(field, values[field.key]) || undefined
    return fact(field.label, shown(before), shown(after))
  })
}

const objectOf = (value: Value): Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

const textOf = (payload: Value) => {
  const { text } = objectOf(payload)
  return typeof text === 'string' && text ? text : undefined
}

// Formats the columns and values of an audit entry for display.
import type { AuditLine } from '#features/audit/audit.ts'
import { columnLabel, referenceOf, valueLabel } from '#features/audit/audit-labels.ts'
import { type CustomFieldDef, formatValue } from '#platform/fields/fields.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { formatPhone } from '#lib/format-phone.ts'
import type { ChangedFact } from '#ui/states/conflict-notice.tsx'

/** Names by id, and the custom field definitions. */
export type FieldLabels = {
  staffName: (id: string) => string | undefined
  names: ReadonlyMap<string, string>
  fields: readonly CustomFieldDef[]
}

type Value = NonNullable<AuditLine['after']>[string]

/** One line per changed column, with its value before and after. Columns without a label are omitted. */
export function formatChanges(
  { entity, before, after }: Pick<AuditLine, 'entity' | 'before' | 'after'>,
  labels: FieldLabels,
) {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return columns.flatMap((column): ChangedFact[] => {
    const [was, is] = [before?.[column] ?? null, after?.[column] ?? null]
    if (column === 'custom') return customFacts(was, is, labels)
    if (column === 'columns' && Array.isArray(is)) {
      const labels = is.flatMap((one) => (typeof one === 'string' && columnLabel(entity, one)) || [])
      return labels.length > 0 ? fact('מה השתנה', undefined, labels.join(', ')) : []
    }
    if (column === 'payload') return fact('מה נכתב', textOf(was), textOf(is))
    const label = columnLabel(entity, column)
    return label ? fact(label, formatColumn(entity, column, was, labels), formatColumn(entity, column, is, labels)) : []
  })
}

function fact(label: string, was: string | undefined, is: string | undefined): ChangedFact[] {
  if (was === is) return []
  return [{ label, ...(was !== undefined && { was }), ...(is !== undefined && { is }) }]
}

function formatColumn(entity: string, column: string, value: Value, labels: FieldLabels): string | undefined {
  if (value === null || value === '') return undefined
  if (typeof value === 'boolean') return value ? 'כן' : 'לא'
  if (typeof value === 'number') return column.endsWith('_agorot') ? formatMoney(value) : value.toLocaleString('he-IL')
  if (typeof value !== 'string') return Array.isArray(value) ? value.map(String).join(', ') : undefined
  const reference = referenceOf(column)
  if (reference === 'staff') return labels.staffName(value) ?? 'מי שכבר לא בצוות'
  if (reference) return labels.names.get(value) ?? 'רשומה שנמחקה'
  if (column.endsWith('_at')) return `${formatDate(value)}, ${formatTime(value)}`
  if (/(_on|_date)$/.test(column)) return formatDate(value)
  if (column === 'value_norm' && value.startsWith('+')) return formatPhone(value)
  return valueLabel(entity, column, value) ?? value
}

function customFacts(was: Value, is: Value, { fields }: FieldLabels) {
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

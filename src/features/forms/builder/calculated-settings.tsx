// Settings of a calculated field, which displays a number.
import type { FieldOf } from '#platform/forms/definition/field-schema.ts'
import type { Computed } from '#platform/forms/definition/definition-schema.ts'
import type { Expression } from '#platform/forms/definition/logic-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { CheckField, SelectField } from '#ui/forms/field.tsx'
import type { FormDraft } from './form-draft.ts'

const operations = {
  sum: 'סכום של',
  average: 'ממוצע של',
  minus: 'הראשון פחות השני',
  times: 'הראשון כפול השני',
  divided: 'הראשון חלקי השני',
} as const
type Operation = keyof typeof operations

type Props = { field: FieldOf<'calculated'>; draft: FormDraft; onChange: (computed: Computed[]) => void }

export function CalculatedSettings({ field, draft, onChange }: Props) {
  const numeric = answeredFields(draft).filter(({ kind }) => ['number', 'money', 'scale', 'rating'].includes(kind))
  const found = draft.computed.find(({ key }) => key === field.computed)
  const read = found ? partsOf(found.value) : { operation: 'sum' as const, keys: [] }
  const write = (part: { operation?: Operation; keys?: string[]; as?: Computed['as'] }) => {
    const { operation, keys } = { ...(read ?? { operation: 'sum' as const, keys: [] }), ...part }
    const isMoney = keys.some((key) => numeric.some((one) => one.key === key && one.kind === 'money'))
    const computed: Computed = {
      key: field.computed,
      label: field.label || 'חישוב',
      as: part.as ?? found?.as ?? (isMoney ? 'money' : 'number'),
      value: expressionOf(operation, keys),
    }
    onChange([...draft.computed.filter(({ key }) => key !== field.computed), computed])
  }
  if (!read) return <p className="hint">כאן יש חישוב מורכב, והוא נשאר כמו שהוא.</p>
  const isPair = read.operation !== 'sum' && read.operation !== 'average'
  return (
    <fieldset className="condition">
      <legend className="label">החישוב</legend>
      {numeric.length === 0 && <p className="hint">חישוב מסתמך על שאלות של מספר, סכום, סולם או דירוג, ואין כאלה.</p>}
      <div className="builder__pair">
        <SelectField
          name="operation"
          label="מה מחשבים"
          value={read.operation}
          onChange={({ target }) => write({ operation: target.value as Operation })}
        >
          {Object.entries(operations).map(([operation, label]) => (
            <option key={operation} value={operation}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          name="as"
          label="איך מציגים"
          value={found?.as ?? 'number'}
          onChange={({ target }) => write({ as: target.value as Computed['as'] })}
        >
          <option value="number">מספר</option>
          <option value="money">סכום בשקלים</option>
          <option value="percent">אחוז</option>
        </SelectField>
        {isPair &&
          [0, 1].map((at) => (
            <SelectField
              key={at}
              name={`operand-${at}`}
              label={at === 0 ? 'הראשון' : 'השני'}
              value={read.keys[at] ?? ''}
              onChange={({ target }) =>
                write({ keys: [read.keys[0] ?? '', read.keys[1] ?? ''].with(at, target.value) })
              }
            >
              <option value="">בחירה</option>
              {numeric.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </SelectField>
          ))}
      </div>
      {!isPair &&
        numeric.map(({ key, label }) => (
          <CheckField
            key={key}
            name={`operand-${key}`}
            label={label}
            checked={read.keys.includes(key)}
            onChange={({ target }) =>
              write({ keys: target.checked ? [...read.keys, key] : read.keys.filter((one) => one !== key) })
            }
          />
        ))}
    </fieldset>
  )
}

function expressionOf(operation: Operation, keys: readonly string[]): Expression {
  const operand = (key: string | undefined): Expression => (key ? { field: key } : 0)
  if (operation === 'sum' || operation === 'average') {
    const of = keys.filter(Boolean).map(operand)
    return { op: operation, of: of.length > 0 ? of : [0] }
  }
  return { op: operation, left: operand(keys[0]), right: operand(keys[1]) }
}

/** Operation and operands; undefined for an expression that this editor does not support. */
function partsOf(value: Expression): { operation: Operation; keys: string[] } | undefined {
  if (typeof value !== 'object' || !('op' in value) || value.op === 'round') return undefined
  const operands = 'of' in value ? value.of : [value.left, value.right]
  const keys = operands.map((one) => {
    if (one === 0) return ''
    return typeof one === 'object' && 'field' in one ? one.field : undefined
  })
  if (!keys.every((key) => key !== undefined) || !(value.op in operations)) return undefined
  const operation = value.op as Operation
  return { operation, keys: 'of' in value ? keys.filter(Boolean) : keys }
}

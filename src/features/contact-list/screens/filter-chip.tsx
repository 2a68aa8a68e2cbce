import { X } from 'lucide-react'
import type { Condition, Operator } from '#features/contact-list/contact-list.ts'
import { DayField } from '#ui/dates/day-field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { Popover } from '#ui/layers/popover.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'
import { conditionText, type FilterFieldInfo, operatorLabels, operatorsOf } from './filter-fields.ts'

/** One condition: label, editor popover, remove button. */
export function FilterChip({
  condition,
  info,
  open,
  onOpenChange,
  onChange,
  onRemove,
}: {
  condition: Condition
  info: FilterFieldInfo
  open: boolean
  onOpenChange: (open: boolean) => void
  onChange: (condition: Condition) => void
  onRemove: () => void
}) {
  const rowFocusProps = useRowFocus<HTMLSpanElement>({
    rows: '.filter-chip',
    within: '.filter-bar',
    fallback: '.filter-add',
  })
  const valueText = condition.values.length > 0 ? conditionText(condition, info) : 'בחירה'
  return (
    <span className="filter-chip" {...rowFocusProps}>
      <Popover
        label={`מסנן לפי ${info.label}`}
        align="start"
        open={open}
        onOpenChange={onOpenChange}
        trigger={
          <button type="button" className="filter-chip__ask">
            <span>
              <bdi>{info.label}</bdi>:
            </span>
            <b>
              <bdi>{valueText}</bdi>
            </b>
          </button>
        }
      >
        <ConditionEditor condition={condition} info={info} onChange={onChange} onDone={() => onOpenChange(false)} />
      </Popover>
      <button type="button" className="filter-chip__drop" aria-label={`הסרת המסנן ${info.label}`} onClick={onRemove}>
        <Icon of={X} />
      </button>
    </span>
  )
}

function ConditionEditor({
  condition,
  info,
  onChange,
  onDone,
}: {
  condition: Condition
  info: FilterFieldInfo
  onChange: (condition: Condition) => void
  onDone: () => void
}) {
  const offered = operatorsOf[info.kind]
  const { op, values } = condition
  const keepsValue = (next: Operator) => isDays(next) === isDays(op)
  return (
    <form
      className="filter-editor"
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      {offered.length > 1 && (
        <select
          className="select"
          aria-label="איך משווים"
          value={op}
          onChange={({ target }) => {
            const next = offered.find((one) => one === target.value)!
            onChange({ ...condition, op: next, values: keepsValue(next) ? values : isDays(next) ? ['30'] : [] })
          }}
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {operatorLabels[one]}
            </option>
          ))}
        </select>
      )}
      {info.kind === 'choice' ? (
        <ul>
          {info.options.map(({ value, text, color }) => (
            <li key={value}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={values.includes(value)}
                  onChange={({ target }) =>
                    onChange({
                      ...condition,
                      values: target.checked ? [...values, value] : values.filter((one) => one !== value),
                    })
                  }
                />
                <span>
                  {color && <StageDot color={color} />}
                  <bdi>{text}</bdi>
                </span>
              </label>
            </li>
          ))}
        </ul>
      ) : op === 'from' || op === 'to' ? (
        <DayField
          label={`${info.label}: ${operatorLabels[op]}`}
          name="day"
          value={values[0] ?? ''}
          onValueChange={(day) => onChange({ ...condition, values: [day] })}
        />
      ) : (
        <label className="filter-editor__value">
          <input
            className="input"
            key={op}
            aria-label={`${info.label}: ${operatorLabels[op]}`}
            {...inputOf(info, op)}
            defaultValue={info.def?.type === 'money' && values[0] ? String(Number(values[0]) / 100) : (values[0] ?? '')}
            onChange={({ target }) => onChange({ ...condition, values: [asValue(info, target.value)] })}
          />
          {isDays(op) && <span>ימים</span>}
          {info.def?.type === 'money' && <span>₪</span>}
        </label>
      )}
    </form>
  )
}

const isDays = (op: Operator) => op === 'last' || op === 'older'

function inputOf({ kind }: FilterFieldInfo, op: Operator) {
  if (isDays(op)) return { type: 'number', min: 1, max: 9999, dir: 'ltr', inputMode: 'numeric' } as const
  if (kind === 'number') return { type: 'number', step: 'any', dir: 'ltr', inputMode: 'decimal' } as const
  return { type: 'text', dir: 'auto', autoComplete: 'off' } as const
}

/** Amounts are entered in shekels and compared in agorot. */
const asValue = ({ def }: FilterFieldInfo, typed: string) =>
  def?.type === 'money' && typed !== '' ? String(Math.round(Number(typed) * 100)) : typed.trim()

import type { ReactNode } from 'react'
import { type Entries, textAt, textsAt } from '#platform/forms/answers/entries.ts'
import type { FieldOf } from '#platform/forms/definition/field-schema.ts'
import { FieldGroup } from './field-frame.tsx'

type Choice = FieldOf<'single' | 'multi' | 'yes_no' | 'scale' | 'rating' | 'ranking' | 'matrix'>
type Group = {
  id: string
  name: string
  entries: Entries
  label: string
  help: string | undefined
  error: string | undefined
  required: boolean | undefined
}

/** Options as radio buttons, checkboxes or selects, all usable by keyboard. */
export function ChoiceField({ field, ...group }: Group & { field: Choice }) {
  if (field.kind === 'ranking') return <Ranking {...group} field={field} />
  if (field.kind === 'matrix') return <Matrix {...group} field={field} />
  if (field.kind === 'scale' || field.kind === 'rating') return <Scale {...group} field={field} />
  const options =
    field.kind === 'yes_no'
      ? [
          { key: 'yes', label: 'כן' },
          { key: 'no', label: 'לא' },
        ]
      : field.options
  const selected = textsAt(group.entries, field.key)
  const type = field.kind === 'multi' ? ('checkbox' as const) : ('radio' as const)
  const hasOther = field.kind !== 'yes_no' && field.other
  return (
    <FieldGroup {...group}>
      <div className="answer-options">
        {options.map(({ key, label }, i) => (
          <Option key={key} {...group} type={type} value={key} isChosen={selected.includes(key)} isFirst={i === 0}>
            {label}
          </Option>
        ))}
        {hasOther && (
          <>
            <Option {...group} type={type} value="other" isChosen={selected.includes('other')} isFirst={false}>
              אחר
            </Option>
            <input
              className="input answer-other"
              name={`${group.name}.other`}
              aria-label={`${group.label}: אחר, פירוט`}
              maxLength={300}
              dir="auto"
              placeholder=" "
              defaultValue={textAt(group.entries, `${field.key}.other`)}
            />
          </>
        )}
      </div>
    </FieldGroup>
  )
}

type OptionProps = Pick<Group, 'id' | 'name' | 'error'> & {
  type: 'radio' | 'checkbox'
  value: string
  isChosen: boolean
  isFirst: boolean
  children: ReactNode
}

const Option = ({ id, name, error, type, value, isChosen, isFirst, children }: OptionProps) => (
  <label className="check answer-option">
    <input
      type={type}
      name={name}
      value={value}
      defaultChecked={isChosen}
      {...(isFirst && { id })}
      {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
    />
    <span>{children}</span>
  </label>
)

/** A scale in RTL, with labels at both ends. */
function Scale({ field, ...group }: Group & { field: FieldOf<'scale' | 'rating'> }) {
  const [from, to] = field.kind === 'scale' ? [field.from, field.to] : [1, field.most]
  const selected = textAt(group.entries, field.key)
  const values = Array.from({ length: to - from + 1 }, (_, i) => String(from + i))
  const [low, high] = field.kind === 'scale' ? [field.lowLabel, field.highLabel] : [undefined, undefined]
  return (
    <FieldGroup {...group}>
      <div className="answer-scale">
        {low && <span className="answer-scale__end">{low}</span>}
        {values.map((value, i) => (
          <label key={value} className="answer-scale__step">
            <input
              type="radio"
              name={group.name}
              value={value}
              defaultChecked={selected === value}
              {...(i === 0 && { id: group.id })}
            />
            <span>{value}</span>
          </label>
        ))}
        {high && <span className="answer-scale__end">{high}</span>}
      </div>
    </FieldGroup>
  )
}

function Ranking({ field, ...group }: Group & { field: FieldOf<'ranking'> }) {
  return (
    <FieldGroup {...group}>
      <div className="answer-rows">
        {field.options.map(({ key, label }, i) => (
          <label key={key} className="answer-row">
            <span>{label}</span>
            <select
              className="select"
              name={`${group.name}.${key}`}
              defaultValue={textAt(group.entries, `${field.key}.${key}`)}
              {...(i === 0 && { id: group.id })}
            >
              <option value="">מקום</option>
              {field.options.map((_, place) => (
                <option key={place} value={String(place + 1)}>
                  {place + 1}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

function Matrix({ field, ...group }: Group & { field: FieldOf<'matrix'> }) {
  return (
    <FieldGroup {...group}>
      <div className="answer-rows">
        {field.rows.map((row, i) => (
          <label key={row.key} className="answer-row">
            <span>{row.label}</span>
            <select
              className="select"
              name={`${group.name}.${row.key}`}
              defaultValue={textAt(group.entries, `${field.key}.${row.key}`)}
              {...(i === 0 && { id: group.id })}
            >
              <option value="">בחירה</option>
              {field.options.map((option) => (
                <option key={option.key} value={option.key}>
                  {option.label}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

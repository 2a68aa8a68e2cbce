// Edits a visibility condition: tests of earlier answers.
import { Plus, X } from 'lucide-react'
import { parseMoney } from '#lib/parse-money.ts'
import { parseDayInput, formatDayInput } from '#lib/time/parse-day-input.ts'
import { dayOf } from '#lib/time/dates.ts'
import type { AnsweredField, Field } from '#platform/forms/definition/field-schema.ts'
import type { Condition } from '#platform/forms/definition/logic-schema.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import {
  choicesOf,
  conditionOf,
  needsValue,
  type Operator,
  operators,
  operatorsOf,
  type Test,
  testsOf,
} from './conditions.ts'
import { conditionSentence } from './condition-sentence.ts'
import { kindLabels } from './field-kinds.ts'
import type { FormDraft } from './form-draft.ts'

type Props = {
  legend: string
  /** Text shown while there is no test. */
  always: string
  condition: Condition | undefined
  /** Resolves the names of fields that a condition refers to. */
  draft: FormDraft
  /** Fields that are answered before this one. */
  fields: readonly AnsweredField[]
  onChange: (condition: Condition | undefined) => void
}

export function ConditionEditor({ legend, always, condition, draft, fields, onChange }: Props) {
  const read = testsOf(condition)
  if (!read)
    return (
      <fieldset className="condition">
        <legend className="label">{legend}</legend>
        <p>אם {conditionSentence(condition, draft)}</p>
        <p className="hint">זה תנאי מורכב, והוא נשאר כמו שהוא.</p>
        <Button size="sm" look="ghost" icon={<Icon of={X} />} onClick={() => onChange(undefined)}>
          הסרת התנאי
        </Button>
      </fieldset>
    )
  const { join, tests } = read
  const change = (next: Test[]) => onChange(conditionOf({ join, tests: next }))
  return (
    <fieldset className="condition">
      <legend className="label">{legend}</legend>
      {tests.length === 0 && (
        <p className="hint">{fields.length === 0 ? 'תנאי מסתמך על שאלה קודמת, ואין כזו.' : always}</p>
      )}
      {tests.length > 1 && (
        <select
          className="select"
          aria-label="איך התנאים מצטרפים"
          value={join}
          onChange={({ target }) => onChange(conditionOf({ join: target.value as 'all' | 'any', tests }))}
        >
          <option value="all">כשכל התנאים מתקיימים</option>
          <option value="any">כשאחד התנאים מתקיים</option>
        </select>
      )}
      {tests.map((test, i) => (
        <TestRow
          key={i}
          number={i + 1}
          test={test}
          fields={fields}
          onChange={(next) => change(tests.with(i, next))}
          onRemove={() => change(tests.toSpliced(i, 1))}
        />
      ))}
      {fields.length > 0 && tests.length < 10 && (
        <Button
          size="sm"
          look="soft"
          icon={<Icon of={Plus} />}
          onClick={() => change([...tests, firstTest(fields.at(-1)!)])}
        >
          הוספת תנאי
        </Button>
      )}
    </fieldset>
  )
}

const firstTest = (field: Field): Test => {
  const operator = operatorsOf(field)[0]!
  return { field: field.key, operator, value: needsValue(operator) ? firstValue(field) : '' }
}

function firstValue(field: Field): string {
  if (field.kind === 'date') return 'today'
  if (field.kind === 'scale' || field.kind === 'rating') return '3'
  return choicesOf(field)[0]?.key ?? (field.kind === 'number' || field.kind === 'money' ? '0' : 'כן')
}

type RowProps = {
  number: number
  test: Test
  fields: readonly AnsweredField[]
  onChange: (test: Test) => void
  onRemove: () => void
}

function TestRow({ number, test, fields, onChange, onRemove }: RowProps) {
  const field = fields.find(({ key }) => key === test.field)
  return (
    <div className="condition__test">
      <select
        className="select"
        aria-label={`תנאי ${number}: שאלה`}
        value={field ? test.field : ''}
        onChange={({ target }) => onChange(firstTest(fields.find(({ key }) => key === target.value)!))}
      >
        {!field && <option value="">שאלה שהוסרה</option>}
        {fields.map(({ key, label, kind }) => (
          <option key={key} value={key}>
            {label || kindLabels[kind]}
          </option>
        ))}
      </select>
      {field && (
        <select
          className="select"
          aria-label={`תנאי ${number}: השוואה`}
          value={test.operator}
          onChange={({ target }) => {
            const operator = target.value as Operator
            onChange({ ...test, operator, value: needsValue(operator) ? test.value || firstValue(field) : '' })
          }}
        >
          {operatorsOf(field).map((operator) => (
            <option key={operator} value={operator}>
              {operators[operator]}
            </option>
          ))}
        </select>
      )}
      {field && needsValue(test.operator) && (
        <ValueInput key={test.field} label={`תנאי ${number}: ערך`} field={field} test={test} onChange={onChange} />
      )}
      <Button
        size="sm"
        look="ghost"
        iconOnly
        aria-label={`הסרת תנאי ${number}`}
        icon={<Icon of={X} />}
        onClick={onRemove}
      />
    </div>
  )
}

type ValueProps = { label: string; field: Field; test: Test; onChange: (test: Test) => void }

function ValueInput({ label, field, test, onChange }: ValueProps) {
  const choices = choicesOf(field)
  if (choices.length > 0)
    return (
      <select
        className="select"
        aria-label={label}
        value={test.value}
        onChange={({ target }) => onChange({ ...test, value: target.value })}
      >
        {!choices.some(({ key }) => key === test.value) && <option value={test.value}>אפשרות שהוסרה</option>}
        {choices.map((choice) => (
          <option key={choice.key} value={choice.key}>
            {choice.label}
          </option>
        ))}
      </select>
    )
  return (
    <input
      className="input"
      aria-label={label}
      dir={field.kind === 'text' || field.kind === 'long_text' ? 'auto' : 'ltr'}
      placeholder=" "
      defaultValue={shownValue(field, test.value)}
      onChange={({ target }) => {
        const value = storedValue(field, target.value.trim())
        if (value) onChange({ ...test, value })
      }}
    />
  )
}

function shownValue({ kind }: Field, value: string): string {
  if (kind === 'money') return String(Number(value) / 100)
  if (kind === 'date') return value === 'today' ? 'היום' : formatDayInput(value)
  return value
}

/** Converts the typed value to its stored form; undefined while it is incomplete. */
function storedValue({ kind }: Field, typed: string): string | undefined {
  if (kind === 'money') return parseMoney(typed)?.toString()
  if (kind === 'date') return typed === 'היום' ? 'today' : parseDayInput(typed, dayOf(new Date()))
  if (kind === 'number' || kind === 'scale' || kind === 'rating')
    return typed !== '' && Number.isFinite(Number(typed)) ? typed : undefined
  return typed || undefined
}

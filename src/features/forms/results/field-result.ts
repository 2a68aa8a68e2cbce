// Summarises the answers to one question: counts per option, and the average of numbers.
import { formatMoney } from '#lib/money.ts'
import type { AnsweredField } from '#platform/forms/definition/field-schema.ts'
import { type Amounts, bucketsOf, citiesOf, daysOf, groupsOf, rankOf, type ResultLine } from './amount-groups.ts'

export type FieldResult = {
  lines: ResultLine[]
  /** Average and range, for numeric questions. */
  summary?: string
}

const counted = [
  'single',
  'dropdown',
  'multi',
  'yes_no',
  'consent',
  'scale',
  'rating',
  'number',
  'money',
  'matrix',
  'ranking',
  'date',
  'time',
  'address',
  'table',
]

/** Whether the values of a question are counted. Sensitive answers are encrypted and not counted. */
export const isCounted = ({ kind, sensitive }: AnsweredField) => counted.includes(kind) && sensitive !== true

export function resultOf(field: AnsweredField, amounts: Amounts): FieldResult {
  const line = (key: string, label: string): ResultLine => ({ key, label, many: amounts[key] ?? 0 })
  switch (field.kind) {
    case 'single':
    case 'dropdown':
    case 'multi': {
      const known = field.options.map(({ key, label }) => line(key, label))
      const removed = Object.keys(amounts).filter(
        (key) => key !== 'other' && !field.options.some((one) => one.key === key),
      )
      return {
        lines: [
          ...known,
          ...(field.other || amounts['other'] ? [line('other', 'אחר')] : []),
          ...removed.map((key) => line(key, 'אפשרות שהוסרה')),
        ],
      }
    }
    case 'yes_no':
    case 'consent':
      return { lines: [line('true', 'כן'), line('false', 'לא')] }
    case 'scale':
      return { lines: numbersFrom(field.from, field.to).map((n) => line(String(n), String(n))), ...summaryOf(amounts) }
    case 'rating':
      return { lines: numbersFrom(1, field.most).map((n) => line(String(n), String(n))), ...summaryOf(amounts) }
    case 'number':
      return { lines: bucketsOf(amounts, (value) => plain.format(value)), ...summaryOf(amounts) }
    case 'money':
      return { lines: bucketsOf(amounts, formatMoney), ...summaryOf(amounts, formatMoney) }
    case 'ranking':
      return { lines: field.options.map((option) => rankOf(option, amounts)) }
    case 'date':
      return { lines: daysOf(amounts) }
    case 'time':
      return { lines: groupsOf(amounts, (time) => time.slice(0, 2), (hour) => `${hour}:00–${hour}:59`) } // prettier-ignore
    case 'address':
      return { lines: citiesOf(amounts) }
    case 'table':
      return { lines: [], ...(amounts['other'] && { summary: `${plain.format(amounts['other'])} שורות בסך הכול` }) }
    case 'matrix':
      return {
        lines: field.rows.flatMap((row) =>
          field.options.map((option) => line(`${row.key}:${option.key}`, `${row.label}: ${option.label}`)),
        ),
      }
    default:
      return { lines: [] }
  }
}

const numbersFrom = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

const plain = new Intl.NumberFormat('he-IL', { maximumFractionDigits: 1 })

function summaryOf(amounts: Amounts, format: (value: number) => string = (value) => plain.format(value)) {
  const values = Object.entries(amounts).map(([value, many]) => ({ value: Number(value), many }))
  const count = values.reduce((sum, { many }) => sum + many, 0)
  if (count === 0) return {}
  const average = values.reduce((sum, { value, many }) => sum + value * many, 0) / count
  const all = values.map(({ value }) => value)
  return {
    summary: `ממוצע ${format(Math.round(average * 10) / 10)}, מ־${format(Math.min(...all))} עד ${format(Math.max(...all))}`,
  }
}

export type StepResult = { key: string; label: string; reached: number; stopped: number }

/** Completed submissions reached all steps. A partial one reached its current step and all before it. */
export function stepResults(
  steps: readonly { key: string; label: string }[],
  submissions: number,
  stopped: Readonly<Record<string, number>>,
): StepResult[] {
  let reached = submissions + steps.reduce((sum, { key }) => sum + (stopped[key] ?? 0), 0)
  return steps.map(({ key, label }) => {
    const here = stopped[key] ?? 0
    const step = { key, label, reached, stopped: here }
    reached -= here
    return step
  })
}

// Converts stored answers back to control values, so that a submitted form can be shown and changed.
import { formatPhone } from '#lib/format-phone.ts'
import { formatDayInput } from '#lib/time/parse-day-input.ts'
import type { FormDefinition } from '../definition/definition-schema.ts'
import type { AnsweredField } from '../definition/field-schema.ts'
import { answeredFields } from '../definition/placed-fields.ts'
import { type Answer, type Answers, type FileAnswer, isOther, type TableRow } from './answer.ts'
import type { Entries } from './entries.ts'

export const entriesOfAnswers = (definition: FormDefinition, answers: Answers): Entries =>
  Object.fromEntries(
    answeredFields(definition).flatMap((field) => {
      const answer = answers[field.key]
      return answer === undefined ? [] : entriesOf(field, answer)
    }),
  )

const shekels = (agorot: number) => (agorot / 100).toFixed(agorot % 100 === 0 ? 0 : 2)

function entriesOf({ key, ...field }: AnsweredField, answer: Answer): [string, string | string[]][] {
  switch (field.kind) {
    case 'single':
    case 'dropdown':
    case 'multi': {
      const selected = Array.isArray(answer) ? answer : [answer]
      const other = selected.find(isOther)
      return [
        [key, selected.map((one) => (isOther(one) ? 'other' : (one as string)))],
        ...(other ? [[`${key}.other`, other.other] as [string, string]] : []),
      ]
    }
    case 'ranking':
      return (answer as string[]).map((option, i) => [`${key}.${option}`, String(i + 1)])
    case 'table':
      return (answer as TableRow[]).flatMap((row, i) =>
        field.columns.flatMap((column): [string, string][] => {
          const value = row[column.key]
          if (value === undefined) return []
          const text = column.kind === 'money' ? shekels(Number(value)) : String(value)
          return [[`${key}.${i}.${column.key}`, column.kind === 'date' ? formatDayInput(text) : text]]
        }),
      )
    case 'file': {
      const { id, name, bytes } = answer as FileAnswer
      return [[key, id], [`${key}.name`, name], [`${key}.bytes`, String(bytes)]] // prettier-ignore
    }
    case 'matrix':
    case 'address':
    case 'bank_account':
      return Object.entries(answer as Record<string, string>).map(([part, text]) => [`${key}.${part}`, text])
    case 'consent':
      return answer === true ? [[key, 'on']] : []
    case 'yes_no':
      return [[key, answer === true ? 'yes' : 'no']]
    case 'money':
      return [[key, shekels(Number(answer))]]
    case 'phone':
      return [[key, formatPhone(String(answer as string))]]
    case 'date':
      return [[key, formatDayInput(String(answer as string))]]
    default:
      return [[key, String(answer as string)]]
  }
}

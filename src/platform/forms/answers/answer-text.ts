// Formats answers as text: for later questions, lists and the timeline.
import { formatPhone } from '#lib/format-phone.ts'
import { formatMoney } from '#lib/money.ts'
import type { FormDefinition } from '../definition/definition-schema.ts'
import type { AnsweredField, Option } from '../definition/field-schema.ts'
import { answeredFields } from '../definition/placed-fields.ts'
import { insertTexts } from '../definition/references.ts'
import type { Evaluation } from '../logic/evaluate-form.ts'
import { type AddressAnswer, type Answer, type BankAnswer, type FileAnswer, isOther } from './answer.ts'

const numbers = new Intl.NumberFormat('he-IL', { maximumFractionDigits: 6 })
const writtenDay = (day: string) => day.split('-').toReversed().join('.')

const labelOf = (options: readonly Pick<Option, 'key' | 'label'>[], key: unknown) =>
  isOther(key) ? key.other : (options.find((option) => option.key === key)?.label ?? String(key))

/** One line of text; parts are separated by commas. */
export function answerText(field: AnsweredField, answer: Answer | undefined): string {
  if (answer === undefined) return ''
  switch (field.kind) {
    case 'single':
    case 'dropdown':
      return labelOf(field.options, answer)
    case 'multi':
    case 'ranking':
      return (answer as unknown[]).map((key) => labelOf(field.options, key)).join(', ')
    case 'matrix':
      return field.rows
        .flatMap(({ key, label }) => {
          const selected = (answer as Record<string, string>)[key]
          return selected === undefined ? [] : [`${label}: ${labelOf(field.options, selected)}`]
        })
        .join(', ')
    case 'table':
      return (answer as Record<string, string | number>[])
        .map((row) =>
          field.columns
            .flatMap(({ key, kind }) => (row[key] === undefined ? [] : [cellText(kind, row[key])]))
            .join(' · '),
        ) // prettier-ignore
        .join(', ')
    case 'address': {
      const { city, street, house, apartment, zip } = answer as AddressAnswer
      return [`${street} ${house}${apartment ? `/${apartment}` : ''}`, city, zip].filter(Boolean).join(', ')
    }
    case 'bank_account': {
      const { bank, branch, account } = answer as BankAnswer
      return `${bank}-${branch}-${account}`
    }
    case 'file':
      return (answer as FileAnswer).name
    case 'yes_no':
    case 'consent':
      return answer === true ? 'כן' : 'לא'
    case 'money':
      return formatMoney(Number(answer))
    case 'phone':
      return formatPhone(String(answer as string))
    case 'date':
      return writtenDay(String(answer as string))
    case 'number':
    case 'scale':
    case 'rating':
      return numbers.format(Number(answer))
    default:
      return String(answer as string)
  }
}

function cellText(kind: 'text' | 'number' | 'money' | 'date', value: string | number): string {
  if (typeof value === 'number') return kind === 'money' ? formatMoney(value) : numbers.format(value)
  return kind === 'date' ? writtenDay(value) : value
}

export function computedText({ computed }: FormDefinition, key: string, value: number | null | undefined): string {
  if (value === null || value === undefined) return ''
  const as = computed.find((one) => one.key === key)?.as
  if (as === 'money') return formatMoney(value)
  return as === 'percent' ? `${numbers.format(value)}%` : numbers.format(value)
}

/** Inserts answers and computed values into a text: `שלום {{first_name}}`. A missing value becomes an empty text. */
export function insertAnswers(text: string, definition: FormDefinition, { answers, computed }: Evaluation): string {
  if (!text.includes('{{')) return text
  const inserted = insertTexts(text, (key) => {
    const field = answeredFields(definition).find((one) => one.key === key)
    return field ? answerText(field, answers[key]) : computedText(definition, key, computed[key])
  })
  return inserted.replaceAll(/ {2,}/g, ' ').replaceAll(/ (?=[,.!?])/g, '').trim() // prettier-ignore
}

/** The text without its placeholders and the commas before them. */
export const withoutInsertions = (text: string): string =>
  text.replaceAll(/,?\s*\{\{.*?\}\}/g, '').replace(/^\s*,\s*/, '')

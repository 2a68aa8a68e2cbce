// Parses choices: a single option, several, a ranking, or one per matrix row.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import type { FieldOf, Option } from '../definition/field-schema.ts'
import type { OtherText } from './answer.ts'
import { answerProblem, type ParsedAnswer } from './answer-problems.ts'
import { type Entries, textAt, textsAt } from './entries.ts'

type ChoiceField = FieldOf<'single' | 'dropdown' | 'multi' | 'ranking' | 'matrix'>

export function parseChoices(field: ChoiceField, entries: Entries): ParsedAnswer {
  if (field.kind === 'ranking') return parseRanking(field, entries)
  return field.kind === 'matrix' ? parseMatrix(field, entries) : parseOptions(field, entries)
}

const has = (options: readonly Option[], key: string) => options.some((option) => option.key === key)

function parseOptions(field: FieldOf<'single' | 'dropdown' | 'multi'>, entries: Entries): ParsedAnswer {
  const selected = [...new Set(textsAt(entries, field.key).filter(Boolean))]
  if (selected.length === 0) return { value: undefined }
  const isKnown = (key: string) => has(field.options, key) || (key === 'other' && field.other === true)
  if (!selected.every(isKnown)) return answerProblem('option_unknown')
  const other = oneLine(textAt(entries, `${field.key}.other`)).slice(0, 300)
  if (selected.includes('other') && field.other && other === '') return answerProblem('other_missing')
  const values: (string | OtherText)[] = selected.map((key) => (key === 'other' && field.other ? { other } : key))
  if (field.kind !== 'multi') return values.length === 1 ? { value: values[0] } : answerProblem('option_unknown')
  const excludes = field.options.some(({ key, exclusive }) => exclusive && selected.includes(key))
  if (excludes && values.length > 1) return answerProblem('choice_excludes_others')
  if (field.least !== undefined && values.length < field.least && !excludes) return answerProblem('too_few_chosen', field.least) // prettier-ignore
  if (field.most !== undefined && values.length > field.most) return answerProblem('too_many_chosen', field.most)
  return { value: values }
}

/** Each option has a rank, from 1. The answer lists the options in ranked order. */
function parseRanking({ key, options }: FieldOf<'ranking'>, entries: Entries): ParsedAnswer {
  const places = options.map((option) => textAt(entries, `${key}.${option.key}`))
  if (places.every((place) => place === '')) return { value: undefined }
  const order = options.map((_, i) => options[places.indexOf(String(i + 1))]?.key)
  return order.every((one) => one !== undefined) ? { value: order } : answerProblem('ranking_incomplete')
}

function parseMatrix({ key, rows, options, required }: FieldOf<'matrix'>, entries: Entries): ParsedAnswer {
  const selected = rows.flatMap((row): [string, string][] => {
    const option = textAt(entries, `${key}.${row.key}`)
    return option === '' ? [] : [[row.key, option]]
  })
  if (selected.length === 0) return { value: undefined }
  if (!selected.every(([, option]) => has(options, option))) return answerProblem('option_unknown')
  if (required && selected.length < rows.length) return answerProblem('matrix_incomplete')
  return { value: Object.fromEntries(selected) }
}

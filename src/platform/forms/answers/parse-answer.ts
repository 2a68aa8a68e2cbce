// Parses the input of one field. The same function in browser and server.
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { parseDayInput } from '#lib/time/parse-day-input.ts'
import { parseTimeInput } from '#lib/time/parse-time-input.ts'
import type { AnsweredField, FieldOf } from '../definition/field-schema.ts'
import type { Answer, TableRow } from './answer.ts'
import { answerProblem, type AnswerProblem, type ParsedAnswer } from './answer-problems.ts'
import { parseEmail } from './email-address.ts'
import { type Entries, textAt } from './entries.ts'
import { parseIdNumber } from './id-number.ts'
import { parseChoices } from './parse-choices.ts'
import { parseAddress, parseBankAccount, parseFile } from './parse-parts.ts'
import { parsePhoneInput } from './parse-phone-input.ts'

/** `today` is 'YYYY-MM-DD'. Required answers are checked by validateForm. */
export function parseAnswer(field: AnsweredField, entries: Entries, today: string): ParsedAnswer {
  const raw = textAt(entries, field.key)
  const line = oneLine(raw)
  switch (field.kind) {
    case 'single':
    case 'dropdown':
    case 'multi':
    case 'ranking':
    case 'matrix':
      return parseChoices(field, entries)
    case 'table':
      return parseTable(field, entries, today)
    case 'address':
      return parseAddress(field.key, entries)
    case 'bank_account':
      return parseBankAccount(field.key, entries)
    case 'file':
      return parseFile(field.key, entries)
    case 'long_text':
      return lengthOf(plainText(raw), field.least, field.most ?? 4000)
    case 'consent':
      return { value: raw === 'on' || raw === 'yes' ? true : undefined }
    default:
      return line === '' ? { value: undefined } : parseLine(field, line, today)
  }
}

type LineField = Exclude<
  AnsweredField,
  { kind: 'single' | 'dropdown' | 'multi' | 'ranking' | 'matrix' | 'table' | 'address' | 'bank_account' | 'file' | 'long_text' | 'consent' } // prettier-ignore
>

function parseLine(field: LineField, line: string, today: string): ParsedAnswer {
  switch (field.kind) {
    case 'text':
      if (field.format === 'name' && !isName(line)) return answerProblem('name_invalid')
      return lengthOf(line, field.least, field.most ?? 200)
    case 'signature':
      return isName(line) ? lengthOf(line, 2, 100) : answerProblem('name_invalid')
    case 'hidden':
      return { value: field.value ?? line.slice(0, 500) }
    case 'number':
      return parseNumber(field, line)
    case 'money':
      return withinMoney(field, parseMoney(line))
    case 'email':
      return orProblem(parseEmail(line), 'email_invalid')
    case 'phone':
      return orProblem(parsePhoneInput(line), 'phone_invalid')
    case 'id_number':
      return orProblem(parseIdNumber(line), 'id_number_invalid')
    case 'yes_no':
      return line === 'yes' || line === 'no' ? { value: line === 'yes' } : answerProblem('option_unknown')
    case 'scale':
      return wholeBetween(line, field.from, field.to)
    case 'rating':
      return wholeBetween(line, 1, field.most)
    case 'date':
      return withinDays(field, parseDayInput(line, today), today)
    case 'time':
      return orProblem(parseTimeInput(line), 'time_invalid')
  }
}

const orProblem = (value: Answer | undefined, code: AnswerProblem['code']): ParsedAnswer =>
  value === undefined ? answerProblem(code) : { value }

/** Letters of any script, with geresh, gershayim, hyphen and maqaf. */
const isName = (line: string) => /^[\p{L}\p{M}][\p{L}\p{M} .'’׳"״‐\-–־]*$/u.test(line)

function lengthOf(text: string, min: number | undefined, max: number): ParsedAnswer {
  if (text === '') return { value: undefined }
  const { length } = Array.from(text)
  if (min !== undefined && length < min) return answerProblem('text_too_short', min)
  return length > max ? answerProblem('text_too_long', max) : { value: text }
}

function typedNumber(line: string): number | undefined {
  const digits = line.replaceAll(/[\s,]/g, '')
  return /^-?\d{1,12}(\.\d{1,6})?$/.test(digits) ? Number(digits) : undefined
}

function parseNumber({ least, most, whole }: FieldOf<'number'>, line: string): ParsedAnswer {
  const value = typedNumber(line)
  if (value === undefined) return answerProblem('number_invalid')
  if (whole && !Number.isInteger(value)) return answerProblem('number_not_whole')
  if (least !== undefined && value < least) return answerProblem('number_too_low', least)
  return most !== undefined && value > most ? answerProblem('number_too_high', most) : { value }
}

function withinMoney({ least, most }: FieldOf<'money'>, value: number | undefined): ParsedAnswer {
  if (value === undefined) return answerProblem('money_invalid')
  if (least !== undefined && value < least) return answerProblem('money_too_low', least)
  return most !== undefined && value > most ? answerProblem('money_too_high', most) : { value }
}

const wholeBetween = (line: string, from: number, to: number): ParsedAnswer =>
  /^\d{1,2}$/.test(line) && Number(line) >= from && Number(line) <= to
    ? { value: Number(line) }
    : answerProblem('option_unknown')

function withinDays({ least, most }: FieldOf<'date'>, day: string | undefined, today: string): ParsedAnswer {
  if (day === undefined) return answerProblem('date_invalid')
  const bound = (limit: string | undefined) => (limit === 'today' ? today : limit)
  const [first, last] = [bound(least), bound(most)]
  if (first !== undefined && day < first) return answerProblem('date_too_early', first)
  return last !== undefined && day > last ? answerProblem('date_too_late', last) : { value: day }
}

const cells = {
  text: (text: string) => (text.length <= 200 ? text : undefined),
  number: typedNumber,
  money: parseMoney,
  date: parseDayInput,
}

/** Empty rows are dropped; a row may have empty cells. */
function parseTable({ key, columns, most }: FieldOf<'table'>, entries: Entries, today: string): ParsedAnswer {
  const rows: TableRow[] = []
  for (let i = 0; i < most; i++) {
    const row: TableRow = {}
    for (const column of columns) {
      const text = oneLine(textAt(entries, `${key}.${i}.${column.key}`))
      if (text === '') continue
      const value = cells[column.kind](text, today)
      if (value === undefined) return answerProblem('row_invalid', i + 1)
      row[column.key] = value
    }
    if (Object.keys(row).length > 0) rows.push(row)
  }
  return { value: rows.length > 0 ? rows : undefined }
}

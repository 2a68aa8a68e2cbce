// Parsers of a cell, one per target column. Each adds a normalised value to the row or reports why it is unreadable.
import { EmailAddress, lifecycleNamed, lifecycles } from '#features/contacts/contacts.ts'
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { parseDay } from '#lib/time/parse-day.ts'
import { readDay, readValue } from '#platform/fields/fields.ts'
import { type ColumnField, customPrefix } from './columns.ts'
import type { ParsedRow, ReadPoint, RowContext } from './parsed-row.ts'

export type Cell = { cell: string; column: number; context: RowContext; fail: (reason: string) => void }
type CellReader = (line: Partial<ParsedRow>, cell: Cell) => void

/** Full names are only collected here, because several columns may hold parts of one. */
export function readCell(line: Partial<ParsedRow>, field: string, cell: Cell) {
  if (field.startsWith(customPrefix)) readCustom(line, field.slice(customPrefix.length), cell)
  else readers[field as Exclude<ColumnField, 'full_name'>](line, cell)
}

const readers: Record<Exclude<ColumnField, 'full_name'>, CellReader> = {
  first_name: (line, { cell }) => void (line.first_name = oneLine(cell)),
  last_name: (line, { cell }) => void (line.last_name = oneLine(cell)),
  phone: readPhones,
  phone_2: readPhones,
  email: readEmails,
  email_2: readEmails,
  tags: (line, { cell, fail }) => {
    const tags = cell.split(/[,;|]|:::/).map((tag) => oneLine(tag).replace(/^\* /, ''))
    if (tags.some((tag) => tag.length > 40)) fail('tag_too_long')
    line.tags = tags.filter((tag) => tag !== '' && tag.length <= 40)
  },
  source: (line, { cell }) => void (line.source = oneLine(cell).slice(0, 200)),
  lifecycle: (line, { cell, fail }) => {
    const found = lifecycleOf(oneLine(cell))
    if (found) line.lifecycle = found
    else fail('lifecycle_unknown')
  },
  owner: (line, { cell, context, fail }) => {
    const typedName = oneLine(cell).toLowerCase()
    const found = context.staff.find(({ name }) => name.toLowerCase() === typedName)
    if (found) line.owner_id = found.user_id
    else fail('owner_unknown')
  },
  note: (line, { cell }) => void (line.note = plainText(cell)),
  birth_date: (line, { cell, column, context, fail }) => {
    const order = context.dateOrders[column] ?? 'day_first'
    const day = parseDay(oneLine(cell), { order, latest: context.today })
    if (!day) fail('date_invalid')
    else if (day > context.today) fail('birth_date_in_future')
    else line.birth_date = day
  },
  do_not_contact: (line, { cell, fail }) => {
    const isDoNotContact = yesOrNo(cell)
    if (isDoNotContact) line.do_not_contact = true
    // A value that may be a marketing refusal is never read as consent.
    if (isDoNotContact === undefined) {
      fail('yes_or_no_unclear')
      line.consent = false
    }
  },
  consent: (line, { cell, fail }) => {
    const answer = yesOrNo(cell)
    if (answer === undefined) fail('yes_or_no_unclear')
    line.consent = line.consent !== false && answer === true
  },
  external_id: (line, { cell, fail }) => {
    const id = oneLine(cell)
    if (id.length > 120) fail('external_id_length')
    else line.external_id = id
  },
}

function yesOrNo(cell: string): boolean | undefined {
  const read = readValue({ type: 'checkbox', options: [] }, cell)
  return 'value' in read ? read.value === true : undefined
}

/** A cell may hold several numbers. */
function readPhones(line: Partial<ParsedRow>, { cell, fail }: Cell) {
  for (const raw of parts(cell, /[,;|\n]|:::/)) {
    const norm = israeliMobile(raw) ?? parsePhone(raw)
    if (norm) addPoint((line.phones ??= []), { kind: 'phone', raw: raw.slice(0, 100), norm })
    else fail('phone_invalid')
  }
}

/** Fast path for Israeli mobile numbers, without libphonenumber. */
function israeliMobile(raw: string) {
  // Some programs export numbers as decimals.
  const digits = raw.replace(/^(\d+)\.0$/, '$1').replaceAll(/[\s.-]/g, '')
  return /^0?5[0-8]\d{7}$/.test(digits) ? `+972${digits.replace(/^0/, '')}` : undefined
}

function readEmails(line: Partial<ParsedRow>, { cell, fail }: Cell) {
  for (const raw of parts(cell, /[,;|\s]|:::/)) {
    const { data: norm } = EmailAddress.safeParse(raw.replace(/^mailto:/i, ''))
    if (norm) addPoint((line.emails ??= []), { kind: 'email', raw, norm })
    else fail('email_invalid')
  }
}

const parts = (cell: string, between: RegExp) =>
  cell
    .split(between)
    .map((part) => part.trim())
    .filter(Boolean)

function addPoint(points: ReadPoint[], point: ReadPoint) {
  if (!points.some(({ norm }) => norm === point.norm)) points.push(point)
}

// Labels, database values, and the terms of other programs.
const lifecycleSynonyms: Record<string, (typeof lifecycles)[number]> = {
  ליד: 'lead',
  לידים: 'lead',
  מתעניין: 'lead',
  מתעניינת: 'lead',
  חדש: 'lead',
  'ליד חדש': 'lead',
  opportunity: 'qualified',
  'marketing qualified lead': 'qualified',
  'sales qualified lead': 'qualified',
  לקוח: 'client',
  לקוחה: 'client',
  'לקוח פעיל': 'client',
  customer: 'client',
  'לקוח לשעבר': 'past_client',
  'לקוחה לשעבר': 'past_client',
  'former customer': 'past_client',
  מנוי: 'subscriber',
  ניוזלטר: 'subscriber',
}

const lifecycleOf = (text: string) =>
  lifecycles.find((one) => one === text.toLowerCase()) ?? lifecycleNamed(text) ?? lifecycleSynonyms[text.toLowerCase()]

function readCustom(line: Partial<ParsedRow>, key: string, { cell, column, context, fail }: Cell) {
  const field = context.fields.find((one) => one.key === key)
  if (field?.type === 'date') {
    const day = readDay(oneLine(cell), context.dateOrders[column] ?? 'day_first')
    if (day) (line.custom ??= {})[key] = day
    else fail('date_invalid')
    return
  }
  const read = field && readValue(field, cell)
  if (!read || 'problem' in read) fail('field_invalid')
  else if (read.value !== null) (line.custom ??= {})[key] = read.value
}

// Parses a file row into a contact: each cell is normalised, or refused with the reason and the column.
import { EmailAddress, lifecycleNamed, lifecycles } from '#features/contacts/contacts.ts'
import { splitName } from '#lib/split-name.ts'
import { type CustomFieldDef, type FieldValue, readValue } from '#platform/fields/fields.ts'
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { type ColumnField, customPrefix } from './columns.ts'

export type ReadPoint = { kind: 'phone' | 'email'; raw: string; norm: string }

/** Input of the database function. An absent key leaves the column unchanged. */
export type ParsedRow = {
  first_name: string
  last_name?: string
  phones?: ReadPoint[]
  emails?: ReadPoint[]
  birth_date?: string
  lifecycle?: string
  owner_id?: string
  source?: string
  external_id?: string
  do_not_contact?: true
  consent?: boolean
  tags?: string[]
  note?: string
  custom?: Record<string, FieldValue>
}

export type RowError = { reason: string; column: number | null }

export type RowContext = {
  mapping: readonly (string | null)[]
  fields: readonly Pick<CustomFieldDef, 'key' | 'type' | 'options'>[]
  staff: readonly { user_id: string; name: string }[]
  /** Defaults for the whole file. */
  tags: readonly string[]
}

class Unreadable extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

const refuse = (reason: string): never => {
  throw new Unreadable(reason)
}

/** Parses one row; the first invalid cell rejects the whole row, so that no contact is imported partially. */
export function parseRow(cells: readonly string[], context: RowContext): { line: ParsedRow } | { problem: RowError } {
  const line: Partial<ParsedRow> = {}
  const full: string[] = []
  for (const [column, field] of context.mapping.entries()) {
    const cell = cells[column]?.trim() ?? ''
    if (field === null || cell === '') continue
    try {
      if (cell.length > 10_000) refuse('cell_too_long')
      if (field === 'full_name') full.push(oneLine(cell))
      else if (field.startsWith(customPrefix)) readCustom(line, field.slice(customPrefix.length), cell, context)
      else parsers[field as Exclude<ColumnField, 'full_name'>](line, cell, context)
    } catch (error) {
      if (error instanceof Unreadable) return { problem: { reason: error.reason, column } }
      throw error
    }
  }
  const named = nameOf(line, full.join(' '))
  if (!named.first_name) return { problem: { reason: 'name_missing', column: null } }
  if (named.first_name.length > 120 || (named.last_name?.length ?? 0) > 120)
    return { problem: { reason: 'name_too_long', column: null } }
  const { first_name: _first, last_name: _last, ...rest } = line
  const tags = [...new Set([...context.tags, ...(line.tags ?? [])])]
  return { line: { ...rest, ...named, ...(tags.length > 0 && { tags }) } }
}

/** First and last name from any of the name columns. A family name alone becomes the first name. */
function nameOf(line: Partial<ParsedRow>, full: string): Pick<ParsedRow, 'first_name' | 'last_name'> {
  const split = full ? splitName(full) : undefined
  const first = line.first_name ?? (line.last_name && split ? withoutEnd(full, line.last_name) : split?.first_name)
  const last = line.last_name ?? (line.first_name && split ? withoutStart(full, line.first_name) : split?.last_name)
  if (!first) return { first_name: last ?? '' }
  return last ? { first_name: first, last_name: last } : { first_name: first }
}

const withoutEnd = (full: string, last: string) => (full.endsWith(` ${last}`) ? full.slice(0, -last.length - 1) : full)
const withoutStart = (full: string, first: string) =>
  full.startsWith(`${first} `) ? full.slice(first.length + 1) : full === first ? undefined : full

type Read = (line: Partial<ParsedRow>, cell: string, context: RowContext) => void

const parsers: Record<Exclude<ColumnField, 'full_name'>, Read> = {
  first_name: (line, cell) => void (line.first_name = oneLine(cell)),
  last_name: (line, cell) => void (line.last_name = oneLine(cell)),
  phone: readPhones,
  phone_2: readPhones,
  email: readEmailTemplates,
  email_2: readEmailTemplates,
  tags: (line, cell) => {
    const tags = cell.split(/[,;|]|:::/).map((tag) => oneLine(tag).replace(/^\* /, ''))
    if (tags.some((tag) => tag.length > 40)) refuse('tag_too_long')
    line.tags = tags.filter(Boolean)
  },
  source: (line, cell) => void (line.source = oneLine(cell).slice(0, 200)),
  lifecycle: (line, cell) => void (line.lifecycle = lifecycleOf(oneLine(cell)) ?? refuse('lifecycle_unknown')),
  owner: (line, cell, { staff }) => {
    const wanted = oneLine(cell).toLowerCase()
    const found = staff.find(({ name }) => name.toLowerCase() === wanted)
    line.owner_id = found?.user_id ?? refuse('owner_unknown')
  },
  note: (line, cell) => void (line.note = plainText(cell)),
  birth_date: (line, cell) => {
    // Excel appends the time of day to some dates.
    const read = readValue({ type: 'date', options: [] }, cell.replace(/[ T]\d{1,2}:\d{2}.*$/, ''))
    line.birth_date = 'value' in read && typeof read.value === 'string' ? read.value : refuse('date_invalid')
  },
  do_not_contact: (line, cell) => {
    if (yesOrNo(cell)) line.do_not_contact = true
  },
  consent: (line, cell) => void (line.consent = yesOrNo(cell)),
  external_id: (line, cell) => void (line.external_id = oneLine(cell)),
}

function yesOrNo(cell: string): boolean {
  const read = readValue({ type: 'checkbox', options: [] }, cell)
  return 'value' in read ? read.value === true : refuse('yes_or_no_unclear')
}

/** A cell may hold several numbers; each must be valid. */
function readPhones(line: Partial<ParsedRow>, cell: string) {
  for (const raw of parts(cell, /[,;|\n]|:::/)) {
    const norm = israeliMobile(raw) ?? parsePhone(raw) ?? refuse('phone_invalid')
    addPoint((line.phones ??= []), { kind: 'phone', raw: raw.slice(0, 100), norm })
  }
}

/** Fast path for Israeli mobile numbers, without libphonenumber. */
function israeliMobile(raw: string) {
  const digits = raw.replaceAll(/[\s-]/g, '')
  return /^0?5[0-8]\d{7}$/.test(digits) ? `+972${digits.replace(/^0/, '')}` : undefined
}

function readEmailTemplates(line: Partial<ParsedRow>, cell: string) {
  for (const raw of parts(cell, /[,;|\s]|:::/)) {
    const read = EmailAddress.safeParse(raw.replace(/^mailto:/i, ''))
    addPoint((line.emails ??= []), { kind: 'email', raw, norm: read.data ?? refuse('email_invalid') })
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

// Labels, database values, and the notations of other programs.
const otherWords: Record<string, (typeof lifecycles)[number]> = {
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
  lifecycles.find((one) => one === text.toLowerCase()) ?? lifecycleNamed(text) ?? otherWords[text.toLowerCase()]

function readCustom(line: Partial<ParsedRow>, key: string, cell: string, { fields }: RowContext) {
  const field = fields.find((one) => one.key === key)
  const read = field && readValue(field, field.type === 'date' ? cell.replace(/ \d{2}:\d{2}$/, '') : cell)
  if (!read || 'problem' in read) return refuse('field_invalid')
  if (read.value !== null) (line.custom ??= {})[key] = read.value
}

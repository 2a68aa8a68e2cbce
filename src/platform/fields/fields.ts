// Custom fields of contacts, opportunities and households.
import { dayOf, formatDate } from '#lib/time/dates.ts'
import { type DateOrder, parseDay } from '#lib/time/parse-day.ts'
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { requiredLine } from '#lib/forms/form-fields.ts'
import { formatMoney } from '#lib/money.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { formatPhone, phoneInvalid } from '#lib/format-phone.ts'
import { Instant, z } from '#lib/schema.ts'

export const fieldEntities = ['contact', 'opportunity', 'household'] as const
export type FieldEntity = (typeof fieldEntities)[number]

export const entityLabels: Record<FieldEntity, string> = {
  contact: 'אנשי קשר',
  opportunity: 'הזדמנויות',
  household: 'משקי בית',
}

export const fieldTypes = ['text', 'number', 'money', 'date', 'select', 'multi', 'checkbox', 'phone', 'url'] as const
export type FieldType = (typeof fieldTypes)[number]

export const typeLabels: Record<FieldType, string> = {
  text: 'טקסט',
  number: 'מספר',
  money: 'סכום בשקלים',
  date: 'תאריך',
  select: 'בחירה אחת',
  multi: 'בחירה מרובה',
  checkbox: 'כן או לא',
  phone: 'טלפון',
  url: 'קישור',
}

/** An option of a choice field. Hidden options are not offered; records that have them keep them. */
export const FieldOption = z.object({ id: z.string(), label: z.string(), hidden: z.boolean().optional() })
export type FieldOption = z.infer<typeof FieldOption>

export const CustomFieldDef = z.object({
  id: z.uuid(),
  entity: z.enum(fieldEntities),
  key: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  options: z.array(FieldOption),
  required: z.boolean(),
  position: z.int(),
  created_at: Instant,
  deleted_at: Instant.nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type CustomFieldDef = z.infer<typeof CustomFieldDef>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { custom_field_defs: CustomFieldDef }

/** Maximum number of options, and maximum label length. */
export const maxOptions = 60
export const maxOptionLength = 80
/** Option id stored in records, independent of the label. */
export const newOptionId = () => `o_${crypto.randomUUID().slice(0, 8)}`

export const hasOptions = (type: FieldType) => type === 'select' || type === 'multi'

const OptionLabel = z.string().transform(oneLine).pipe(z.string().min(1, 'יש אפשרות בלי שם').max(maxOptionLength))

/** Form input of a field. */
export const FieldEdit = z
  .object({
    label: requiredLine(60),
    type: z.enum(fieldTypes),
    options: z.array(FieldOption.extend({ label: OptionLabel })),
    required: z.boolean(),
  })
  .refine(({ type, options }) => !hasOptions(type) || options.some(({ hidden }) => !hidden), {
    path: ['options'],
    message: 'יש להוסיף לפחות אפשרות אחת',
  })

/** Money in agorot, phone as E.164, date as 'YYYY-MM-DD', choice as option ids. */
export type FieldValue = string | number | boolean | string[]
/** The column `custom` of a record. */
export type CustomValues = Record<string, unknown>

type Shape = Pick<CustomFieldDef, 'type' | 'options'>
export type ReadValue = { value: FieldValue | null } | { problem: string }

const optionLabel = (def: Shape, id: unknown) => def.options.find((option) => option.id === id)?.label ?? String(id)
const numbers = new Intl.NumberFormat('he-IL', { maximumFractionDigits: 6 })

/** Formats a value for display; empty if there is none. Phones and links are shown left to right. */
export function formatValue(def: Shape, value: unknown): string {
  if (value === undefined || value === null || value === '') return ''
  if (def.type === 'multi') return (Array.isArray(value) ? value : []).map((id) => optionLabel(def, id)).join(', ')
  if (def.type === 'select') return optionLabel(def, value)
  if (def.type === 'checkbox') return value === true ? 'כן' : 'לא'
  if (typeof value === 'number') return def.type === 'money' ? formatMoney(value) : numbers.format(value)
  if (typeof value !== 'string') return ''
  if (def.type === 'date') return formatDate(value)
  return def.type === 'phone' ? formatPhone(value) : value
}

const yes = new Set(['כן', 'yes', 'y', 'true', '1', 'v', 'x', '✓', '✔', 'נכון'])
const no = new Set(['לא', 'no', 'n', 'false', '0', '', 'לא נכון'])

/** Parses user input or a file cell into a field value. Empty input is null. */
export function readValue(def: Shape, typed: string): ReadValue {
  const text = def.type === 'text' ? plainText(typed) : oneLine(typed)
  if (text === '') return { value: null }
  const value = parsers[def.type](text, def)
  return value === undefined ? { problem: problems[def.type] } : { value }
}

/** Maximum text length in characters. */
export const maxTextLength = 2000

const parsers: Record<FieldType, (text: string, def: Shape) => FieldValue | undefined> = {
  text: (text) => (text.length <= maxTextLength ? text : undefined),
  number: (text) => {
    const digits = text.replaceAll(/[\s,]/g, '')
    return /^-?\d{1,12}(\.\d{1,6})?$/.test(digits) ? Number(digits) : undefined
  },
  money: (text) => {
    const agorot = parseMoney(text.replace(/^-/, ''))
    return agorot === undefined ? undefined : text.startsWith('-') ? -agorot : agorot
  },
  date: (text) => readDay(text),
  select: (text, def) => optionOf(def, text),
  multi: (text, def) => {
    const ids = text.split(/[,;|]/).map((part) => optionOf(def, part.trim()))
    return ids.every((id) => id !== undefined) ? [...new Set(ids)] : undefined
  },
  checkbox: (text) => (yes.has(text.toLowerCase()) ? true : no.has(text.toLowerCase()) ? false : undefined),
  phone: (text) => parsePhone(text),
  url: (text) => {
    const address = /^[a-z]+:/i.test(text) ? text : `https://${text}`
    return /^https?:\/\/[^\s]+\.[^\s]+$/.test(address) && URL.canParse(address) ? address : undefined
  },
}

const optionOf = (def: Shape, text: string) =>
  def.options.find(({ id, label }) => id === text || oneLine(label) === text)?.id

/** Two-digit years of a date that may be in the future are resolved up to twenty years ahead. */
const yearsAhead = 20

/** Parses ISO dates, Israeli formats and month names: 2026-11-22, 22.11.2026, 22/11/26, 22 בנובמבר 2026. */
export function readDay(text: string, order?: DateOrder): string | undefined {
  const today = dayOf(new Date())
  const latest = `${Number(today.slice(0, 4)) + yearsAhead}${today.slice(4)}`
  return parseDay(text, { latest, ...(order && { order }) })
}

/** Formats a value as editable text that `readValue` parses back. */
export function editableValue(def: Shape, value: unknown): string {
  if (typeof value === 'number') return def.type === 'money' ? String(value / 100) : String(value)
  if (def.type === 'phone' && typeof value === 'string') return formatPhone(value)
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : typeof value === 'boolean' ? (value ? 'כן' : 'לא') : ''
}

const problems: Record<FieldType, string> = {
  text: 'עד 2,000 תווים',
  number: 'יש להזין מספר. דוגמה: 12 או 4.5',
  money: 'יש להזין סכום בשקלים. דוגמה: 690 או 690.50',
  date: 'יש להזין תאריך. דוגמה: 22.11.2026',
  select: 'הבחירה אינה ברשימה',
  multi: 'אחת הבחירות אינה ברשימה',
  checkbox: 'יש לבחור כן או לא',
  phone: phoneInvalid,
  url: 'הכתובת אינה תקינה. דוגמה: https://example.com',
}

export const refusals = {
  stale_version: 'מישהו שמר את הרשומה לפניכם. מוצג המצב העדכני, ואפשר לשמור שוב',
  custom_invalid: 'אחד השדות הנוספים קיבל ערך שאינו מתאים לו',
  field_label_length: 'יש להזין שם באורך של עד 60 תווים',
  field_label_taken: 'כבר יש שדה בשם הזה',
  field_key_taken: 'כבר יש שדה עם המפתח הזה',
  field_options_invalid: 'יש להוסיף לפחות אפשרות אחת, עד 60, וכל אחת באורך של עד 80 תווים',
  field_changed: 'מישהו אחר שינה את השדה בינתיים. הרשימה רועננה, אפשר לנסות שוב',
  row_gone: 'השדה הוסר בינתיים. אפשר להחזיר אותו מהרשימה של השדות שהוסרו',
  field_option_removed: 'אפשרות שנשמרה כבר אפשר להסתיר, אבל לא למחוק: יש רשומות שנשענות עליה',
  too_many_fields: 'אפשר עד 60 שדות בכל סוג. הסירו שדה שאינו בשימוש ונסו שוב',
} as const

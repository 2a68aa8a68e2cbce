// Renders a parsed template. Values are inserted once and never parsed again; each is one line of limited length.
import { oneLine } from '../hebrew/hebrew-text.ts'
import { formatDate, formatLongDate } from '../time/dates.ts'
import { type Condition, type DateFormat, parseTemplate, type TemplateNode } from './parse-template.ts'

/** A day is 'YYYY-MM-DD'; an instant is shown in its zone. */
export type TemplateValue = string | readonly string[] | { day: string } | { at: string; zone: string }

export type TemplateValues = ReadonlyMap<string, TemplateValue>

/** The grammatical form of the recipient. */
export type AddressForm = 'm' | 'f' | 'plural'

export type RenderOptions = {
  values: TemplateValues
  form: AddressForm
  /** Escapes values and fallbacks for the markup around them. */
  escape?: (text: string) => string
  /** Renders a draft: a text with errors is returned unchanged. */
  isDraft?: boolean
}

/** `missing`: fields without a value and without a fallback. `fellBack`: those replaced by their fallback. */
export type RenderedTemplate = { text: string; missing: string[]; fellBack: string[] }

const maxValueLength = 500

/** Throws on a template with errors: publishing refuses such templates. */
export function renderTemplate(template: string, options: RenderOptions): RenderedTemplate {
  const { nodes, errors } = parseTemplate(template)
  if (errors[0] && options.isDraft) return { text: template, missing: [], fellBack: [] }
  if (errors[0]) throw new Error(`Template with fault ${errors[0].code} at ${errors[0].at}`)
  const missing = new Set<string>()
  const fellBack = new Set<string>()
  const text = renderNodes(nodes, '', options, { missing, fellBack })
  return { text, missing: [...missing], fellBack: [...fellBack] }
}

type Notes = { missing: Set<string>; fellBack: Set<string> }

function renderNodes(nodes: readonly TemplateNode[], before: string, options: RenderOptions, notes: Notes): string {
  const { values, form, escape = (text) => text } = options
  return nodes.reduce((text, node) => {
    switch (node.kind) {
      case 'text':
        return text + node.text
      case 'forms':
        return text + node[form]
      case 'choice':
        return renderNodes(holds(node.condition, values) ? node.met : node.otherwise, text, options, notes)
      case 'field': {
        const value = formatValue(values.get(node.name), node.format)
        if (value) return text + escape(value)
        if (node.fallback !== undefined) {
          notes.fellBack.add(node.name)
          return text + escape(node.fallback)
        }
        notes.missing.add(node.name)
        // Removes the space before an empty value, which would become a doubled space or a space before a comma.
        return text.replace(/[ \t]+$/, '')
      }
    }
  }, before)
}

/**
 * Evaluates a condition. Without a value, the field must not be empty; with one, it must equal or (as a list) contain
 * it.
 */
export function holds({ name, value, isNegated }: Condition, values: TemplateValues): boolean {
  const found = values.get(name)
  const all = Array.isArray(found) ? (found as readonly string[]) : [formatValue(found, undefined)]
  const isTrue = all.some((one) => (value === undefined ? one !== '' : oneLine(one) === oneLine(value)))
  return isTrue !== isNegated
}

/** The value as text; empty if there is none. */
export function formatValue(value: TemplateValue | undefined, format: DateFormat | undefined): string {
  if (value === undefined) return ''
  return cut(oneLine(textOf(value, format)))
}

function textOf(value: TemplateValue, format: DateFormat | undefined): string {
  if (typeof value === 'string') return value
  if ('day' in value) return formatDay(value.day, format)
  return 'at' in value && 'zone' in value ? formatInstant(value, format) : value.join(', ')
}

/** Truncates without splitting a surrogate pair. */
const cut = (text: string) => (text.length > maxValueLength ? text.slice(0, maxValueLength).toWellFormed() : text)

function formatDay(day: string, format: DateFormat | undefined): string {
  // Noon, so that the zone of the formatter cannot change the day.
  const noon = `${day}T12:00:00Z`
  if (Number.isNaN(Date.parse(noon))) return ''
  if (format === 'תאריך') return formatDate(noon)
  return format === 'יום' ? inZone('Asia/Jerusalem', noon).weekday : formatLongDate(noon)
}

function formatInstant({ at, zone }: { at: string; zone: string }, format: DateFormat | undefined): string {
  if (Number.isNaN(Date.parse(at))) return ''
  const { weekday, day, date, full, time } = inZone(zone, at)
  switch (format) {
    case 'יום':
      return weekday
    case 'תאריך':
      return date
    case 'תאריך מלא':
      return full
    case 'שעה':
      return time
    case 'יום ושעה':
    case undefined:
      return `${day}, בשעה ${time}`
  }
}

const formatters = new Map<string, Record<'weekday' | 'day' | 'date' | 'full' | 'time', Intl.DateTimeFormat>>()

function inZone(timeZone: string, at: string) {
  const of = formatters.get(timeZone) ?? {
    weekday: new Intl.DateTimeFormat('he-IL', { timeZone, weekday: 'long' }),
    day: new Intl.DateTimeFormat('he-IL', { timeZone, weekday: 'long', day: 'numeric', month: 'long' }),
    date: new Intl.DateTimeFormat('he-IL', { timeZone }),
    full: new Intl.DateTimeFormat('he-IL', { timeZone, dateStyle: 'full' }),
    time: new Intl.DateTimeFormat('he-IL', { timeZone, hour: '2-digit', minute: '2-digit' }),
  }
  formatters.set(timeZone, of)
  const instant = new Date(at)
  return {
    weekday: of.weekday.format(instant),
    day: of.day.format(instant),
    date: of.date.format(instant),
    full: of.full.format(instant),
    time: of.time.format(instant),
  }
}

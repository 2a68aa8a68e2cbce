// Parses calendar days in common notations. The order of day and month is a property of the column, not of the cell.

export const dateOrders = ['day_first', 'month_first'] as const
export type DateOrder = (typeof dateOrders)[number]

type Options = {
  /** The order for ambiguous dates like 3/4/1990. An unambiguous date is parsed regardless of it. */
  order?: DateOrder
  /** A two-digit year is the latest one whose day is not after this day. */
  latest: string
}

const months: readonly (readonly string[])[] = [
  ['ינואר', 'ינו', 'january', 'jan'],
  ['פברואר', 'פבר', 'february', 'feb'],
  ['מרץ', 'מרס', 'march', 'mar'],
  ['אפריל', 'אפר', 'april', 'apr'],
  ['מאי', 'may'],
  ['יוני', 'יונ', 'june', 'jun'],
  ['יולי', 'יול', 'july', 'jul'],
  ['אוגוסט', 'אוג', 'august', 'aug'],
  ['ספטמבר', 'ספט', 'september', 'sept', 'sep'],
  ['אוקטובר', 'אוק', 'october', 'oct'],
  ['נובמבר', 'נוב', 'november', 'nov'],
  ['דצמבר', 'דצמ', 'december', 'dec'],
]
const monthByName = new Map(months.flatMap((names, i) => names.map((name): [string, number] => [name, i + 1])))

const numeric = /^(\d{1,2})[./\s-]+(\d{1,2})[./\s-]+(\d{4}|\d{2})$/

/** 'YYYY-MM-DD', or undefined if the text is not a day of the years 1900 to 2199. */
export function parseDay(text: string, { order = 'day_first', latest }: Options): string | undefined {
  const written = withoutTime(text)
  const yearFirst = /^(\d{4})[./\s-]+(\d{1,2})[./\s-]+(\d{1,2})$/.exec(written) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(written)
  const compact = yearFirst && dayIn(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!, latest)
  if (compact) return compact
  const parts = numeric.exec(written) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(written)
  if (!parts) return namedMonth(written, latest)
  const [, one = '', two = '', year = ''] = parts
  const isMonthFirst = Number(two) > 12 || (order === 'month_first' && Number(one) <= 12)
  return isMonthFirst ? dayIn(year, one, two, latest) : dayIn(year, two, one, latest)
}

/** The only order in which a date can be parsed, or 'either'. Undefined: not a numeric date with the year last. */
export function orderOf(text: string): DateOrder | 'either' | undefined {
  if (text.length > 30 || !/^['\d]/.test(text)) return undefined
  const [, one, two, year] = numeric.exec(withoutTime(text.replace(/^'/, ''))) ?? []
  if (!one || !two || !year || Number(one) === Number(two)) return undefined
  const canBe = (month: string, day: string) => dayIn(year, month, day, '2099-12-31') !== undefined
  const isDayFirst = canBe(two, one)
  if (canBe(one, two)) return isDayFirst ? 'either' : 'month_first'
  return isDayFirst ? 'day_first' : undefined
}

/** Some programs append a time of day to dates. */
const withoutTime = (text: string) =>
  text
    .replace(/[ T]+\d{1,2}:\d{2}.*$/, '')
    .replaceAll(/[–־]/g, '-')
    .trim()

/** 12 במרץ 1980, ה־12 במרץ 80, 12-Mar-80, March 12, 1980. */
function namedMonth(text: string, latest: string) {
  const parts = text.toLowerCase().split(/[\s,./'׳-]+/).filter(Boolean) // prettier-ignore
  const monthOf = (word: string) => monthByName.get(word) ?? monthByName.get(word.replace(/^ב/, ''))
  const month = parts.map(monthOf).find(Boolean)
  const [day, year, ...more] = parts
    .filter((word) => !monthOf(word) && word !== 'ב' && word !== 'ה')
    .map((word) => word.replace(/^ה(?=\d)/, '').replace(/^(\d+)(st|nd|rd|th)$/, '$1'))
  if (!month || !day || !year || more.length > 0) return undefined
  return day.length === 4 ? dayIn(day, String(month), year, latest) : dayIn(year, String(month), day, latest)
}

function dayIn(year: string, month: string, day: string, latest: string): string | undefined {
  if (!/^\d{1,2}$/.test(day) || !/^(\d{4}|\d{2})$/.test(year)) return undefined
  const rest = `-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const full =
    year.length === 4
      ? year
      : `${latest.slice(0, 2)}${year}${rest}` <= latest
        ? latest.slice(0, 2) + year
        : century(latest) + year
  const text = full + rest
  return /^(19|20|21)/.test(text) && isDay(text) ? text : undefined
}

const century = (latest: string) => String(Number(latest.slice(0, 2)) - 1)

const isDay = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().slice(0, 10) === text

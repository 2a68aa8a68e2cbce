// Filters of postgres_changes, like `stage=eq.won,amount=gt.100`: all must hold. Evaluated on the text PostgreSQL prints for each value.

export type Condition = { column: string; operator: Operator; negated: boolean; values: string[] }
export type FilterColumn = { name: string; category: string; base: string; labels: string[] | null }
/** `valueOf` returns undefined for a column whose value is not known. */
export type Filter = (valueOf: (column: string) => string | null | undefined) => boolean

const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'is',
  'isdistinct',
  'like',
  'ilike',
  'match',
  'imatch',
] as const
type Operator = (typeof operators)[number]
const orderings: readonly Operator[] = ['lt', 'lte', 'gt', 'gte']

/** An invalid filter; the message is for the developer who wrote it. */
export class FilterError extends Error {}

/** Splits a filter into its conditions. Throws a FilterError. */
export function parseFilter(text: string): Condition[] {
  return splitOutsideQuotes(text).map((part) => {
    // Split manually: a regular expression with optional blanks around any name backtracks for minutes on 2,000 blanks.
    const cut = part.indexOf('=')
    const column = part.slice(0, Math.max(0, cut)).trim()
    const match = /^(not\.)?([a-z]+)\.(.*)$/s.exec(part.slice(cut + 1).trimStart())
    const operator = operators.find((name) => name === match?.[2])
    if (!column || !match || !operator) throw new FilterError(`Error parsing filter params: ["${part}"]`)
    return { column, operator, negated: match[1] !== undefined, values: readValues(operator, match[3]!) }
  })
}

function readValues(operator: Operator, text: string) {
  if (operator !== 'in') return [unquote(text)]
  const list = /^\((.*)\)$/s.exec(text.trim())
  if (!list) throw new FilterError(`Error parsing filter params: a list in parentheses is expected in ${text}`)
  return splitOutsideQuotes(list[1]!).map(unquote)
}

/** Splits at commas outside double quotes and parentheses. */
function splitOutsideQuotes(text: string) {
  const parts = ['']
  let quoted = false
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (char === ',' && !quoted && depth === 0) {
      parts.push('')
      continue
    }
    if (char === '"') quoted = !quoted
    if (!quoted) depth += char === '(' ? 1 : char === ')' ? -1 : 0
    parts[parts.length - 1] += quoted && char === '\\' ? char + (text[++i] ?? '') : char
  }
  return parts
}

const unquote = (text: string) => /^\s*"(.*)"\s*$/s.exec(text)?.[1]?.replace(/\\(.)/gs, '$1') ?? text

const isValues = ['null', 'true', 'false', 'unknown']

/** Whether the operator needs values formatted by the column's type. The others compare with a keyword or a pattern. */
export const usesTypedValues = ({ operator, values }: Condition) =>
  !['is', 'like', 'ilike'].includes(operator) && !isDistinctFromNull(operator, values)

const isDistinctFromNull = (operator: Operator, [value]: string[]) => operator === 'isdistinct' && value === 'null'

const isLike = (operator: Operator) => operator === 'like' || operator === 'ilike'

/** Translates the condition for the database, where only the percent sign is a wildcard. */
export const toDatabaseCondition = (condition: Condition): Condition =>
  isLike(condition.operator)
    ? {
        ...condition,
        values: condition.values.map((text) => text.replace(/(\\.)|\*/gs, (_, escaped?: string) => escaped ?? '%')),
      }
    : condition

/** Whether only the database can evaluate the condition; it is then not compiled. Throws a FilterError for patterns with unbounded cost. */
export function needsDatabase({ operator, values }: Condition, column: FilterColumn): boolean {
  if (operator === 'is' || isDistinctFromNull(operator, values)) return false
  if (isLike(operator)) {
    needsText(operator, column)
    return !isQuick(readPattern(values[0]!))
  }
  if (operator === 'match' || operator === 'imatch') {
    needsText(operator, column)
    if (/\\[1-9]/.test(values[0]!)) throw new FilterError(`operator ${operator} takes no back references`)
    return true
  }
  // Texts are ordered by the column's own collation.
  return !orderOf(column) || (column.category === 'S' && orderings.includes(operator))
}

function needsText(operator: Operator, { name, category, base }: FilterColumn) {
  if (category !== 'S') throw new FilterError(`operator ${operator} needs a text column, ${name} is ${base}`)
}

/** Compiles a condition that needs no database. Values must be formatted by the column's type. Throws FilterError for other operators. */
export function compileCondition(condition: Condition, column: FilterColumn): Filter {
  const { operator, negated, values } = condition
  const holds = test(operator, values, column)
  return (valueOf) => {
    const value = valueOf(column.name)
    if (value === undefined) return false
    // As in SQL: a comparison with null is neither true nor false, and so is its negation.
    if (value === null && operator !== 'is' && operator !== 'isdistinct') return false
    return holds(value) !== negated
  }
}

function test(operator: Operator, values: string[], column: FilterColumn): (value: string | null) => boolean {
  const [first = ''] = values
  if (operator === 'is') return isTest(first.toLowerCase(), column)
  if (isLike(operator)) {
    needsText(operator, column)
    return likeTest(first, operator === 'ilike')
  }
  if (isDistinctFromNull(operator, values)) return (value) => value !== null
  const compare = orderOf(column)!
  switch (operator) {
    case 'neq':
      return (value) => compare(value!, first) !== 0
    case 'isdistinct':
      return (value) => value === null || compare(value, first) !== 0
    case 'lt':
      return (value) => compare(value!, first) < 0
    case 'lte':
      return (value) => compare(value!, first) <= 0
    case 'gt':
      return (value) => compare(value!, first) > 0
    case 'gte':
      return (value) => compare(value!, first) >= 0
    default:
      return (value) => values.some((one) => compare(value!, one) === 0)
  }
}

function isTest(word: string, { name, category, base }: FilterColumn): (value: string | null) => boolean {
  if (!isValues.includes(word)) throw new FilterError(`is.${word}: expected null, true, false or unknown`)
  if (word !== 'null' && category !== 'B')
    throw new FilterError(`is.${word} needs a boolean column, ${name} is ${base}`)
  if (word === 'null' || word === 'unknown') return (value) => value === null
  return (value) => value === word[0]
}

type Order = (a: string, b: string) => number

const texts = ['text', 'varchar', 'name']
const dates = ['date', 'timestamp', 'timestamptz']

/** How values of this type are compared, or undefined where their printed text has no usable order. */
function orderOf({ category, base, labels }: FilterColumn): Order | undefined {
  if (category === 'N' && base !== 'money') return compareNumbers
  if (category === 'E' && labels) return (a, b) => labels.indexOf(a) - labels.indexOf(b)
  if (base === 'bpchar') return (a, b) => compareText(a.trimEnd(), b.trimEnd())
  if (dates.includes(base)) return compareDates
  if (texts.includes(base) || base === 'time' || category === 'B' || base === 'uuid') return compareText
  return undefined
}

/** Dates print the largest unit first, so their text sorts correctly, except BC and five-digit years. */
const compareDates: Order = (a, b) => yearOf(a) - yearOf(b) || compareText(a, b)

function yearOf(text: string) {
  const year = parseInt(text, 10)
  if (Number.isNaN(year)) return text === '-infinity' ? -Infinity : Infinity
  return text.endsWith('BC') ? -year : year
}

// Only ASCII texts are ordered here: the order of other texts depends on the collation, which only the database knows.
const compareText: Order = (a, b) => (a === b ? 0 : a < b ? -1 : 1)

/**
 * Exact for any number of digits; infinities and NaN (the largest of all) as PostgreSQL orders them. Compared digit by digit: parsing a
 * number of a hundred thousand digits would take milliseconds for every change.
 */
export function compareNumbers(a: string, b: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(a) || !/^-?\d+(\.\d+)?$/.test(b)) return rank(a) - rank(b) || 0
  const [isBelow, isOtherBelow] = [isBelowZero(a), isBelowZero(b)]
  if (isBelow !== isOtherBelow) return isBelow ? -1 : 1
  return isBelow ? compareDigits(b, a) : compareDigits(a, b)
}

const isBelowZero = (text: string) => text.startsWith('-') && /[1-9]/.test(text)

/** Compares two decimal numbers by magnitude, ignoring their signs. */
function compareDigits(a: string, b: string) {
  const [whole, fraction = ''] = a.replace(/^-?0*/, '').split('.') as [string, string?]
  const [otherWhole, otherFraction = ''] = b.replace(/^-?0*/, '').split('.') as [string, string?]
  const scale = Math.max(fraction.length, otherFraction.length)
  return (
    whole.length - otherWhole.length ||
    compareText(whole, otherWhole) ||
    compareText(fraction.padEnd(scale, '0'), otherFraction.padEnd(scale, '0'))
  )
}

const rank = (text: string) => {
  const number = Number(text)
  if (Number.isNaN(number)) return Number.MAX_VALUE
  return Math.max(-Number.MAX_VALUE / 2, Math.min(Number.MAX_VALUE / 2, number))
}

/** A LIKE pattern as the literal parts between its wildcards. `*` equals `%`, as in URLs. */
function readPattern(pattern: string) {
  const parts = ['']
  let hasAnyLetter = false
  for (const [char, escaped] of pattern.matchAll(/\\(.)|[\s\S]/gsu))
    if (escaped === undefined && (char === '%' || char === '*')) parts.push('')
    else if (escaped === undefined && char === '_') hasAnyLetter = true
    else parts[parts.length - 1] += escaped ?? char
  return { parts, hasAnyLetter }
}

// Up to this length V8's indexOf runs in time linear in the text, whatever the two strings are.
const maxPartLength = 250

const isQuick = ({ parts, hasAnyLetter }: ReturnType<typeof readPattern>) =>
  !hasAnyLetter && parts.slice(1, -1).every((part) => part.length <= maxPartLength)

/** SQL's LIKE for patterns with linear cost: clients choose both the pattern and the text. */
function likeTest(pattern: string, ignoreCase: boolean) {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text)
  const [start = '', ...others] = readPattern(fold(pattern)).parts
  const end = others.pop()
  if (end === undefined) return (value: string | null) => fold(value!) === start
  return (value: string | null) => {
    const text = fold(value!)
    const endAt = text.length - end.length
    let at = start.length
    if (endAt < at || !text.startsWith(start) || !text.endsWith(end)) return false
    for (const part of others) {
      const found = text.indexOf(part, at)
      if (found < 0 || found + part.length > endAt) return false
      at = found + part.length
    }
    return true
  }
}

// Filters: col=op.value, and trees of them in or=(…) and and=(…).
import { type Field, readJsonPath } from './field.ts'
import { Scanner, fieldName } from './scanner.ts'

export type Comparison =
  | 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike' | 'match' | 'imatch' | 'isdistinct'
  | 'cs' | 'cd' | 'ov' | 'sl' | 'sr' | 'nxr' | 'nxl' | 'adj' // prettier-ignore

export type Operation =
  | { kind: 'compare'; operator: Comparison; quantifier?: 'any' | 'all'; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }
  | { kind: 'search'; query: 'fts' | 'plfts' | 'phfts' | 'wfts'; language?: string; value: string }

export type Filter = { kind: 'filter'; field: Field; not: boolean; operation: Operation }
export type Tree = { kind: 'and' | 'or'; not: boolean; conditions: Condition[] }
export type Condition = Filter | Tree

const comparison =
  /(eq|neq|gte|gt|lte|lt|like|ilike|match|imatch|isdistinct|cs|cd|ov|sl|sr|nxr|nxl|adj)(?:\((any|all)\))?\./y
const quantifiable = new Set(['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch'])
const search = /(fts|plfts|phfts|wfts)(?:\(([\p{L}\p{N}_ $]+)\))?\./uy

/** Whether a value has the form of a filter. In a GET call of a function, parameters without it are arguments. */
export const looksLikeFilter = (value: string) =>
  /^(?:not\.|in\.|is\.|(?:fts|plfts|phfts|wfts)[(.]|(?:eq|neq|gte|gt|lte|lt|like|ilike|match|imatch|isdistinct|cs|cd|ov|sl|sr|nxr|nxl|adj)(?:\((?:all|any)\))?\.)/.test(
    value,
  )

export function parseFilter(field: Field, value: string): Filter {
  const scanner = new Scanner(value, 'filter')
  const filter = readOperation(scanner, field, (rest) => {
    const all = rest.text.slice(rest.at)
    rest.at = rest.text.length
    return all
  })
  scanner.end()
  return filter
}

/** `operator` is the left side of the equals sign: and, or, not.and, not.or. */
export function parseTree(operator: string, value: string): Tree {
  const scanner = new Scanner(operator + value, 'logic tree', value)
  const tree = readCondition(scanner, 0)
  scanner.skipSpace()
  // Text after the last bracket is ignored, as upstream does.
  if (tree.kind !== 'filter') return tree
  return scanner.fail('logic operator (and, or)')
}

const maxNesting = 32

function readCondition(scanner: Scanner, depth: number): Condition {
  if (depth > maxNesting) scanner.fail('fewer nested groups')
  scanner.skipSpace()
  const group = scanner.match(depth === 0 ? /(not\.)?(and|or)/y : /(not\.)?(and|or)(?=[ \t]*\()/y)
  if (!group) {
    const field = readLogicField(scanner)
    if (!scanner.takes('.')) scanner.fail('"->>", "->" or delimiter (.)')
    return readOperation(scanner, field, readListedValue)
  }
  scanner.skipSpace()
  scanner.expect('(')
  const conditions: Condition[] = []
  do {
    conditions.push(readCondition(scanner, depth + 1))
    scanner.skipSpace()
  } while (scanner.takes(','))
  scanner.expect(')')
  scanner.skipSpace()
  return { kind: group[2] as 'and' | 'or', not: Boolean(group[1]), conditions }
}

function readLogicField(scanner: Scanner): Field {
  const name = scanner.name(`${fieldName}, negation operator (not) or logic operator (and, or)`)
  const path = readJsonPath(scanner)
  scanner.skipSpace()
  return { name, path }
}

function readOperation(scanner: Scanner, field: Field, readValue: (scanner: Scanner) => string): Filter {
  const not = scanner.takes('not.')
  const filter = (operation: Operation): Filter => ({ kind: 'filter', field, not, operation })
  if (scanner.takes('in.')) return filter({ kind: 'in', values: readList(scanner) })
  if (scanner.takes('is.')) {
    const value = scanner.match(/(not_null|null|true|false|unknown)(?![^,)])/iy)?.[1]?.toLowerCase()
    if (!value) scanner.fail('isVal: (null, not_null, true, false, unknown)')
    return filter({ kind: 'is', value: value as 'null' })
  }
  const text = scanner.match(search)
  if (text) {
    const [, query, language] = text
    return filter({ kind: 'search', query: query as 'fts', ...(language && { language }), value: readValue(scanner) })
  }
  const found = scanner.match(comparison)
  if (!found || (found[2] && !quantifiable.has(found[1]!)))
    scanner.fail(`${not ? '' : '"not" or '}operator (eq, gt, ...)`)
  const [, operator, quantifier] = found
  return filter({
    kind: 'compare',
    operator: operator as Comparison,
    ...(quantifier && { quantifier: quantifier as 'any' }),
    value: readValue(scanner),
  })
}

function readList(scanner: Scanner): string[] {
  scanner.skipSpace()
  scanner.expect('(')
  scanner.skipSpace()
  const values: string[] = []
  do values.push(readElement(scanner))
  while (scanner.takes(','))
  scanner.expect(')')
  scanner.skipSpace()
  return values
}

/** A value between commas and brackets: quoted, or bare up to the next delimiter. */
function readElement(scanner: Scanner): string {
  const start = scanner.at
  const quoted = scanner.quoted()
  if (quoted !== undefined && (scanner.done || scanner.sees(',') || scanner.sees(')'))) return quoted
  scanner.at = start
  return scanner.match(/[^,)]*/y)![0]
}

function readListedValue(scanner: Scanner): string {
  return scanner.match(/\{[^{}]*\}(?=[,)]|$)/y)?.[0] ?? readElement(scanner)
}

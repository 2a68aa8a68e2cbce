// Parses the query string into select, filters, order and limits, for the root and for each embedded relation.
import { cannotParse, invalidRange } from '../errors/rest-error.ts'
import { readJsonPath } from './field.ts'
import { type Condition, looksLikeFilter, parseFilter, parseTree } from './filter.ts'
import { type OrderTerm, parseOrder } from './order.ts'
import { Scanner } from './scanner.ts'
import { everything, parseSelect, type SelectItem } from './select.ts'

/** The parameters of one relation; `inside` holds those of its embedded relations, by alias or name. */
export type Scope = {
  conditions: Condition[]
  order: OrderTerm[]
  limit?: number
  offset?: number
  inside: Map<string, Scope>
}

export type Query = {
  select: SelectItem[]
  /** Whether all columns and nothing else are selected: select is missing or *. */
  isWhole: boolean
  root: Scope
  columns?: string[]
  onConflict?: string[]
  /** For a GET call of a function: the parameters that are not filters. */
  args: [name: string, value: string][]
  /** The query string in a canonical parameter order, for Content-Location. */
  canonical: string
}

/** `callsByAddress`: the query string holds the arguments of a function. */
export function parseQuery(text: string, callsByAddress: boolean): Query {
  const query: Query = { select: everything, isWhole: true, root: emptyScope(), args: [], canonical: '' }
  if (text === '') return query
  // The gateway reads the api key; a parameter without a value is ignored.
  const pairs = text.split('&').filter((pair) => pair.includes('=') && !pair.startsWith('apikey='))
  query.canonical = [...pairs].sort().join('&')
  for (const pair of pairs) {
    const cut = pair.indexOf('=')
    readParameter(query, decode(pair.slice(0, cut)), decode(pair.slice(cut + 1)), callsByAddress)
  }
  return query
}

function readParameter(query: Query, name: string, value: string, callsByAddress: boolean) {
  if (name === 'select') {
    query.select = parseSelect(value)
    query.isWhole = ['', '*'].includes(value.trim())
    return
  }
  if (name === 'columns') return void (query.columns = parseNames(value, 'columns parameter'))
  if (name === 'on_conflict') return void (query.onConflict = parseNames(value, 'on_conflict parameter'))

  const scanner = new Scanner(name, 'tree path')
  const path = [scanner.name()]
  while (scanner.takes('.')) path.push(scanner.name())
  const last = path.at(-1)!
  if (scanner.done) {
    if (last === 'and' || last === 'or') {
      const isNegated = path.at(-2) === 'not'
      const scope = scopeAt(query.root, path.slice(0, isNegated ? -2 : -1))
      scope.conditions.push(parseTree(isNegated ? `not.${last}` : last, value))
      return
    }
    if (last === 'order')
      return void (value.trim() && (scopeAt(query.root, path.slice(0, -1)).order = parseOrder(value)))
    if (last === 'limit' || last === 'offset') return readLimit(scopeAt(query.root, path.slice(0, -1)), last, value)
  }
  if (isNestedTooDeep(value)) throw cannotParse('filter', value, 0, 'unexpected brackets inside brackets')
  if (callsByAddress && path.length === 1 && !looksLikeFilter(value)) return void query.args.push([name, value])
  const field = { name: last, path: readJsonPath(scanner) }
  scanner.end()
  scopeAt(query.root, path.slice(0, -1)).conditions.push(parseFilter(field, value))
}

function readLimit(scope: Scope, name: 'limit' | 'offset', value: string) {
  const number = Number(value)
  if (value.trim() === '' || !Number.isInteger(number))
    throw cannotParse(`${name} parameter`, value, 0, `unexpected "${value}" expecting an integer`)
  if (number < 0 && name === 'limit') throw invalidRange('Limit should be greater than or equal to zero.')
  scope[name] = Math.max(0, Math.min(number, Number.MAX_SAFE_INTEGER))
}

const maxPath = 8

function scopeAt(root: Scope, path: string[]): Scope {
  if (path.length > maxPath) throw cannotParse('tree path', path.join('.'), 0, `expecting at most ${maxPath} relations`)
  let scope = root
  for (const name of path) {
    const inner = scope.inside.get(name) ?? emptyScope()
    scope.inside.set(name, inner)
    scope = inner
  }
  return scope
}

export const emptyScope = (): Scope => ({ conditions: [], order: [], inside: new Map() })

function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, what)
  const names: string[] = []
  do {
    scanner.skipSpace()
    names.push(scanner.name())
    scanner.skipSpace()
  } while (scanner.takes(','))
  scanner.end()
  return [...new Set(names)]
}

function decode(text: string) {
  try {
    // A percent sign that starts no valid escape is literal.
    return decodeURIComponent(text.replaceAll('+', ' ').replace(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch {
    throw cannotParse('query string', text, 0, 'unexpected percent sign expecting UTF-8 in percent encoding')
  }
}

/** Deeper than any useful value. PostgreSQL parses arrays, text searches and json recursively, and its stack is limited. */
const maxDepth = 200

function isNestedTooDeep(value: string) {
  if (value.length <= maxDepth) return false
  let depth = 0
  for (const letter of value) {
    if ('([{'.includes(letter) && ++depth > maxDepth) return true
    if (')]}'.includes(letter)) depth--
  }
  return false
}

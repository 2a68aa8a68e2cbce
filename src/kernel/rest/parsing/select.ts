// select=…: columns, aliases, casts, json paths, aggregates and embedded relations.
import { RestError } from '../errors/rest-error.ts'
import { type Field, readField } from './field.ts'
import { Scanner, fieldName } from './scanner.ts'

export type Aggregate = 'sum' | 'avg' | 'min' | 'max' | 'count'

export type SelectedColumn = {
  kind: 'column'
  field: Field
  alias?: string
  cast?: string
  aggregate?: { name: Aggregate; cast?: string }
}

export type SelectedEmbed = {
  kind: 'embed'
  name: string
  alias?: string
  hint?: string
  join: 'inner' | 'left'
  spread: boolean
  select: SelectItem[]
}

export type SelectItem = SelectedColumn | SelectedEmbed

/** Maximum depth of embedding: each level multiplies the database's work. */
const maxDepth = 8
/** Maximum number of embedded relations: with more, planning alone takes PostgreSQL seconds. */
const maxRelations = 100
/** PostgreSQL's limit is 1664. */
const maxItems = 1000

export const everything: SelectItem[] = [{ kind: 'column', field: { name: '*', path: [] } }]

export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text, 'select parameter')
  if (text.trim() === '') return everything
  if (text.split('(').length > maxRelations + 1)
    throw new RestError(400, 'PGRST100', `At most ${maxRelations} relations may be embedded`)
  if (text.split(',').length > maxItems)
    throw new RestError(400, 'PGRST100', `At most ${maxItems} columns may be selected`)
  const items = readItems(scanner, 0)
  // Upstream's parser stops at an unmatched closing bracket.
  scanner.match(/[) ]*/y)
  scanner.end(afterItem)
  return items
}

function readItems(scanner: Scanner, depth: number): SelectItem[] {
  if (depth > maxDepth)
    throw new RestError(400, 'PGRST100', `Relations may be embedded ${maxDepth} levels deep at most`)
  const items: SelectItem[] = []
  do {
    scanner.skipSpace()
    items.push(readItem(scanner, depth))
    scanner.skipSpace()
  } while (scanner.takes(','))
  return items
}

const atItem = `"...", ${fieldName}, "*" or "count()"`
const afterItem = '"->>", "->", "::", ".", ")", "," or end of input'

function readItem(scanner: Scanner, depth: number): SelectItem {
  if (scanner.takes('...')) {
    const name = scanner.name()
    const embed = readEmbed(scanner, name, depth)
    return embed ? { ...embed, spread: true } : scanner.fail('"("')
  }
  if (scanner.takes('*')) {
    if (!scanner.done && !/[,) ]/.test(scanner.text[scanner.at]!)) scanner.fail('")", "," or end of input')
    return everything[0]!
  }
  const bare = scanner.match(/count\(\)/y)
  if (bare) return readCast(scanner, { kind: 'column', field: { name: '*', path: [] }, aggregate: { name: 'count' } })

  const start = scanner.at
  const first = scanner.name(atItem)
  const hasAlias = scanner.sees(':') && !scanner.sees('::')
  if (hasAlias) scanner.takes(':')
  const alias = hasAlias ? { alias: first } : {}
  if (hasAlias && scanner.takes('count()'))
    return readCast(scanner, { kind: 'column', field: { name: '*', path: [] }, ...alias, aggregate: { name: 'count' } })
  const target = scanner.at
  const embed = readEmbed(scanner, hasAlias ? scanner.name() : first, depth)
  if (embed) return { ...embed, ...alias }
  scanner.at = hasAlias ? target : start
  return readColumn(scanner, alias)
}

function readEmbed(scanner: Scanner, name: string, depth: number): SelectedEmbed | undefined {
  let hint: string | undefined
  let join: 'inner' | 'left' = 'left'
  while (scanner.takes('!')) {
    const word = scanner.name('embed hint or join type')
    if (word === 'inner' || word === 'left') join = word
    else hint = word
  }
  if (!scanner.takes('(')) return hint !== undefined || join === 'inner' ? scanner.fail('"("') : undefined
  scanner.skipSpace()
  const select = scanner.sees(')') ? [] : readItems(scanner, depth + 1)
  scanner.expect(')')
  return { kind: 'embed', name, ...(hint !== undefined && { hint }), join, spread: false, select }
}

function readColumn(scanner: Scanner, alias: { alias?: string }): SelectedColumn {
  const field = readField(scanner)
  const cast = scanner.takes('::') ? { cast: typeName(scanner) } : {}
  const aggregate = scanner.match(/\.(sum|avg|min|max|count)\(\)/y)?.[1] as Aggregate | undefined
  if (!aggregate) return { kind: 'column', field, ...alias, ...cast }
  return readCast(scanner, { kind: 'column', field, ...alias, ...cast, aggregate: { name: aggregate } })
}

function readCast(scanner: Scanner, column: SelectedColumn): SelectedColumn {
  if (!scanner.takes('::')) return column
  return { ...column, aggregate: { ...column.aggregate!, cast: typeName(scanner) } }
}

const typeName = (scanner: Scanner) =>
  scanner.match(/[\p{L}\p{N}_ $]+(?:\[\])?/uy)?.[0].trim() || scanner.fail('type name')

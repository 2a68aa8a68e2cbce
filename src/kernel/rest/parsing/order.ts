// order=a.desc.nullslast,b,relation(c).asc
import { type Field, readField } from './field.ts'
import { Scanner } from './scanner.ts'

export type OrderTerm = {
  /** Order by a column of an embedded to-one relation. */
  relation?: string
  field: Field
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  do terms.push(readTerm(scanner))
  while (scanner.takes(','))
  scanner.end()
  return terms
}

function readTerm(scanner: Scanner): OrderTerm {
  const outer = readField(scanner)
  const isRelated = outer.path.length === 0 && scanner.takes('(')
  const field = isRelated ? readField(scanner) : outer
  if (isRelated) scanner.expect(')')
  const direction = scanner.match(/\.(asc|desc)(?=[.,\s]|$)/y)?.[1]
  const nulls = scanner.match(/\.nulls(first|last)(?=[,\s]|$)/y)?.[1]
  scanner.skipSpace()
  if (!scanner.done && !scanner.sees(','))
    scanner.fail(direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"')
  return {
    ...(isRelated && { relation: outer.name }),
    field,
    ...(direction && { direction: direction as 'asc' }),
    ...(nulls && { nulls: nulls as 'first' }),
  }
}

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
  do {
    if (terms.length === max) scanner.fail(`at most ${max} terms`)
    terms.push(readTerm(scanner))
  } while (scanner.takes(','))
  scanner.end()
  return terms
}

const max = 64

function readTerm(scanner: Scanner): OrderTerm {
  const outer = readField(scanner)
  const isRelated = outer.path.length === 0 && scanner.takes('(')
  const field = isRelated ? readField(scanner) : outer
  if (isRelated) scanner.expect(')')
  const direction = readWord(scanner, ['asc', 'desc', 'nullsfirst', 'nullslast'])
  const isDirection = direction === 'asc' || direction === 'desc'
  const nulls = isDirection ? readWord(scanner, ['nullsfirst', 'nullslast']) : direction
  scanner.skipSpace()
  if (!scanner.done && !scanner.sees(','))
    scanner.fail(`${isDirection && !nulls ? 'delimiter (.), ' : ''}"," or end of input`)
  return {
    ...(isRelated && { relation: outer.name }),
    field,
    ...(isDirection && { direction }),
    ...(nulls && { nulls: nulls === 'nullsfirst' ? 'first' : 'last' }),
  }
}

function readWord<Word extends string>(scanner: Scanner, keywords: readonly Word[]): Word | undefined {
  if (!scanner.takes('.')) return undefined
  const word = keywords.find((candidate) => scanner.takes(candidate))
  if (word) return word
  // The error points at the first character where no keyword matches.
  const rest = scanner.text.slice(scanner.at)
  const same = keywords[0]!.split('').findIndex((letter, i) => rest[i] !== letter)
  const list = keywords.map((candidate) => `"${candidate}"`)
  return scanner.fail(`${list.slice(0, -1).join(', ')} or ${list.at(-1)}`, rest[same])
}

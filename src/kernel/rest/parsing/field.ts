import type { Scanner } from './scanner.ts'

export type JsonStep = { key: string | number; asText: boolean }

/** A column, or a path inside a json column. */
export type Field = { name: string; path: JsonStep[] }

export function readField(scanner: Scanner): Field {
  scanner.skipSpace()
  const name = scanner.name()
  const path = readJsonPath(scanner)
  scanner.skipSpace()
  return { name, path }
}

/** PostgreSQL evaluates a chain of arrows recursively, so an unlimited chain would overflow its stack. */
const maxSteps = 64

export function readJsonPath(scanner: Scanner): JsonStep[] {
  const path: JsonStep[] = []
  for (;;) {
    const asText = scanner.takes('->>')
    if (!asText && !scanner.takes('->')) return path
    if (path.length === maxSteps) scanner.fail(`at most ${maxSteps} steps into json`)
    const index = scanner.match(/-?\d{1,9}(?=->|::|\.|,|\)|$)/y)
    path.push({ key: index ? Number(index[0]) : scanner.name('json key'), asText })
  }
}

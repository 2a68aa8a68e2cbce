// Parses a file row into a contact: each cell is normalised, or omitted with the reason and the column.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { splitName } from '#lib/split-name.ts'
import { readCell } from './parse-cell.ts'
import type { ParsedRow, RowContext, RowError, RowIssue } from './parsed-row.ts'

export type ReadRow = { faults: RowIssue[] } & ({ line: ParsedRow } | { problem: RowError })

/**
 * Parses one row. Unreadable values are omitted and reported. A row is rejected only without a name, or if none of its contact details can
 * be read.
 */
export function parseRow(cells: readonly string[], context: RowContext): ReadRow {
  const line: Partial<ParsedRow> = {}
  const full: string[] = []
  const faults: RowIssue[] = []
  for (const [column, field] of context.mapping.entries()) {
    const cell = withoutTextMark(cells[column]?.trim() ?? '')
    if (field === null || cell === '') continue
    const fail = (reason: string) => void faults.push({ reason, column })
    if (cell.length > 10_000) fail('cell_too_long')
    else if (field === 'full_name') full.push(oneLine(cell))
    else readCell(line, field, { cell, column, context, fail })
  }
  const named = nameOf(line, full.join(' '))
  const problem = problemOf(named, line, faults, context.mapping)
  if (problem) return { problem, faults }
  const { first_name: _first, last_name: _last, ...rest } = line
  const tags = [...new Set([...context.tags, ...(line.tags ?? [])])]
  return { line: { ...rest, ...named, ...(tags.length > 0 && { tags }) }, faults }
}

/**
 * Removes the apostrophe that Excel puts before text that looks like a number or a formula. A cell enclosed in apostrophes is unchanged.
 */
const withoutTextMark = (cell: string) => (cell.startsWith("'") && !/.'$/.test(cell) ? cell.slice(1).trim() : cell)

/** If no contact detail can be read, the row is rejected for correction instead of creating a contact. */
function problemOf(
  named: Pick<ParsedRow, 'first_name' | 'last_name'>,
  { phones, emails }: Partial<ParsedRow>,
  faults: readonly RowIssue[],
  mapping: RowContext['mapping'],
): RowError | undefined {
  const isName = (column: number) => ['full_name', 'first_name', 'last_name'].includes(mapping[column] ?? '')
  if (!named.first_name) return faults.find(({ column }) => isName(column)) ?? { reason: 'name_missing', column: null }
  if (named.first_name.length > 120 || (named.last_name?.length ?? 0) > 120)
    return { reason: 'name_too_long', column: null }
  if (phones || emails) return undefined
  return faults.find(({ column }) => ['phone', 'phone_2', 'email', 'email_2'].includes(mapping[column] ?? ''))
}

/** First and last name from any of the name columns. A family name alone becomes the first name. */
function nameOf(line: Partial<ParsedRow>, full: string): Pick<ParsedRow, 'first_name' | 'last_name'> {
  const split = full ? splitName(full) : undefined
  const first = line.first_name ?? (line.last_name && split ? withoutEnd(full, line.last_name) : split?.first_name)
  const last = line.last_name ?? (line.first_name && split ? withoutStart(full, line.first_name) : split?.last_name)
  if (!first) return { first_name: last ?? '' }
  return last ? { first_name: first, last_name: last } : { first_name: first }
}

const withoutEnd = (full: string, last: string) => (full.endsWith(` ${last}`) ? full.slice(0, -last.length - 1) : full)
const withoutStart = (full: string, first: string) =>
  full.startsWith(`${first} `) ? full.slice(first.length + 1) : full === first ? undefined : full

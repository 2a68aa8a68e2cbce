// Reads the lines of a bank or card file. A file may have several tables, each with its own headers.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { NotASheet, type SheetRow } from '#lib/spreadsheets/sheet-row.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { parseDay } from '#lib/time/parse-day.ts'
import { type Layout, layoutOf } from './columns.ts'
import { currencyOf, readAmount, shekel } from './read-amount.ts'

export const maxLines = 50_000

export type BankLine = {
  /** The row number as in spreadsheet programs. */
  row: number
  kind: Layout['kind']
  /** 'YYYY-MM-DD': the date of the purchase, or of the charge of an instalment. */
  on: string
  description: string
  /** Expense in hundredths of the currency; negative for income. */
  out: number
  currency: string
  hint: string
  /** The deduplication key: equal for the same line in another export of the bank. */
  key: string
}

export type LineErrorCode = 'date' | 'amount' | 'year'
export type BankFile = {
  lines: BankLine[]
  errors: { row: number; code: LineErrorCode; text: string }[]
  /** False if no header row was recognised. */
  hasHeader: boolean
  /** The first rows, for choosing the columns manually. */
  sample: SheetRow[]
  layout: Layout | undefined
}

/** Whether the file has more lines than the limit. */
export class TooManyLines extends Error {}

type Options = {
  today: string
  /** Manually chosen columns: header rows are not searched. */
  layout?: Layout | undefined
  /** Called after every few thousand rows, so that the screen remains responsive. */
  pause?: () => Promise<void>
}

export async function readLines(
  rows: AsyncIterable<SheetRow>,
  { today, layout: selected, pause = async () => {} }: Options,
): Promise<BankFile> {
  const file: BankFile = { lines: [], errors: [], hasHeader: selected !== undefined, sample: [], layout: selected }
  const latest = addDays(today, 366)
  const seen = new Map<string, number>()
  let layout = selected
  let chargeDay: string | undefined
  let count = 0
  for await (const { n, cells } of rows) {
    if (++count > maxLines + 1000) throw new TooManyLines()
    if (count % 2000 === 0) await pause()
    if (file.sample.length < 12) file.sample.push({ n, cells })
    const header = selected ? undefined : layoutOf(cells)
    if (header) {
      layout = header
      file.layout ??= header
      file.hasHeader = true
      continue
    }
    const read = layout && readLine(cells, layout, { latest, chargeDay })
    if (!read) {
      chargeDay = chargeDayIn(cells, latest) ?? chargeDay
      continue
    }
    if ('code' in read) {
      // With manually chosen columns a header row is skipped.
      if (!layoutOf(cells)) file.errors.push({ row: n, code: read.code, text: oneLine(cells.join(' ')).slice(0, 80) })
      continue
    }
    const { key, ...line } = read.line
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    file.lines.push({ row: n, ...line, key: `${key}|${times}` })
  }
  if (count === 0) throw new NotASheet('file_empty')
  if (file.lines.length > maxLines) throw new TooManyLines()
  return file
}

type LineResult = { line: Omit<BankLine, 'row'> } | { code: LineErrorCode }

/** Undefined for an empty row, a title or a total. */
function readLine(
  cells: readonly string[],
  layout: Layout,
  { latest, chargeDay }: { latest: string; chargeDay: string | undefined },
): LineResult | undefined {
  const cell = (column: number | undefined) => (column === undefined ? '' : oneLine(cells[column] ?? ''))
  const written = cell(layout.on)
  const [name, out, incoming] = [cell(layout.description), cell(layout.out), cell(layout.in)]
  if (out === '' && incoming === '' && (written === '' || name === '')) return undefined
  if (written === '' || /סה["״”']?כ|total/i.test(`${written} ${name}`)) return undefined
  const bought = parseDay(written, { latest })
  if (!bought) return name === '' ? undefined : { code: 'date' }
  if (!bought.startsWith('20')) return { code: 'year' }
  const sum = sumOf(out, incoming)
  if (!sum) return { code: 'amount' }
  if (sum.out === 0) return undefined
  const notes = layout.notes.map(cell).join(' ')
  const payment = /תשלום\s*(\d+)\s*מ(?:תוך|-)?\s*(\d+)/.exec(notes)
  const charged = parseDay(cell(layout.chargedOn), { latest }) ?? chargeDay
  const details = layout.kind === 'account' ? layout.details.map(cell) : []
  const description = oneLine([name, ...details].filter((part, i, all) => part && all.indexOf(part) === i).join(' '))
  const currency =
    (layout.currency === undefined ? undefined : currencyOf(cell(layout.currency))) ?? sum.currency ?? shekel
  const parts = [bought, sum.out, currency === shekel ? '' : currency, description.slice(0, 200), payment?.[1] ?? '']
  return {
    line: {
      kind: layout.kind,
      // Each instalment has the date of the purchase; the money is charged on the charge date.
      on: payment && charged ? charged : bought,
      description: description.slice(0, 200),
      out: sum.out,
      currency,
      hint: cell(layout.hint),
      key: parts.join('|'),
    },
  }
}

function sumOf(out: string, incoming: string) {
  const [spent, received] = [readAmount(out), readAmount(incoming)]
  if ((out !== '' && !spent) || (incoming !== '' && !received) || (!spent && !received)) return undefined
  return {
    out: (spent?.hundredths ?? 0) - (received?.hundredths ?? 0),
    currency: spent?.currency ?? received?.currency,
  }
}

/** Card files contain the charge date in a title above the table, in one cell or in two. */
function chargeDayIn(cells: readonly string[], latest: string): string | undefined {
  const title = cells.join(' ').slice(0, 300)
  const day = /חיוב[^\d]{0,30}(\d{1,2}[./-]\d{1,2}[./-]\d{2,4})/.exec(title)?.[1]
  return day && parseDay(day, { latest })
}

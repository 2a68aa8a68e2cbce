// Parses CSV in chunks, and writes it so that Excel displays Hebrew and does not evaluate formulas.
import { NotASheet, type SheetRow } from './sheet-row.ts'

/** A longer quoted cell is treated as an unclosed quote. */
const maxCellLength = 100_000

const separators = [',', ';', '\t', '|']

/** The delimiter, detected in the first lines: the character that most lines contain equally often. */
export function detectSeparator(start: string): string {
  const score = (separator: string) => {
    const lines = linesOf(separator)
    const widths = [...lines.take(start)].slice(0, 20).map(({ cells }) => cells.length)
    const usual = Math.max(...widths, 1)
    return usual === 1 ? 0 : widths.filter((width) => width === usual).length + usual / 1000
  }
  return separators.toSorted((a, b) => score(b) - score(a))[0]!
}

/** The rows of the text. Empty lines are counted and skipped. Throws NotASheet for an unclosed quote. */
export async function* readCsv(text: AsyncIterable<string>, separator: string): AsyncGenerator<SheetRow> {
  const lines = linesOf(separator)
  for await (const piece of text) yield* lines.take(piece)
  yield* lines.end()
}

/**
 * A quote opens a cell only at its start, and closes it only before a delimiter or line end. Hebrew words contain quotes, and some programs
 * do not double them.
 */
function linesOf(separator: string) {
  let n = 0
  let cells: string[] = []
  let cell = ''
  let quoted = false
  // Input that cannot be parsed before the next chunk.
  let rest = ''

  function endCell() {
    if (cell.length > maxCellLength) throw new NotASheet('unclosed_quote')
    cells.push(cell.replace(/^\ufeff/, '').trim())
    cell = ''
  }
  function* endLine(): Generator<SheetRow> {
    endCell()
    n++
    const line = { n, cells }
    cells = []
    if (line.cells.some((one) => one !== '')) yield line
  }
  function* read(text: string, isLast: boolean): Generator<SheetRow> {
    const ends = new RegExp(`[${separator === '|' ? '\\|' : separator}\r\n]`, 'g')
    let at = 0
    while (at < text.length) {
      if (!quoted && (cell === '' || cell === '\ufeff') && text[at] === '"') {
        quoted = true
        at++
      } else if (quoted) {
        const quote = text.indexOf('"', at)
        cell += text.slice(at, quote < 0 ? undefined : quote)
        if (cell.length > maxCellLength) throw new NotASheet('unclosed_quote')
        if (quote < 0) break
        if (quote + 1 === text.length && !isLast) return void (rest = '"')
        const after = text[quote + 1]
        at = quote + 1
        if (after === '"') at++
        quoted = after === '"' || !(after === undefined || after === separator || after === '\r' || after === '\n')
        if (quoted) cell += '"'
      } else {
        ends.lastIndex = at
        const end = ends.exec(text)?.index
        cell += text.slice(at, end)
        if (end === undefined) break
        if (text[end] === '\r' && end + 1 === text.length && !isLast) return void (rest = '\r')
        at = end + (text.startsWith('\r\n', end) ? 2 : 1)
        if (text[end] === separator) endCell()
        else yield* endLine()
      }
    }
  }
  function take(piece: string) {
    const text = rest + piece
    rest = ''
    return read(text, false)
  }
  function* end() {
    const text = rest
    rest = ''
    yield* read(text, true)
    if (quoted) throw new NotASheet('unclosed_quote')
    if (cell !== '' || cells.length > 0) yield* endLine()
  }
  return { take, end }
}

/** Excel reads a file as UTF-8 only with this byte order mark. */
export const byteOrderMark = '\ufeff'

/**
 * One line of a CSV file. A cell that a spreadsheet would evaluate as a formula gets an apostrophe, which displays it
 * as text. Full-width signs count, too. A cell that starts with an apostrophe also gets one, so that `unmarkedCell`
 * restores each cell exactly.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: string) {
  const escapeFormula = /^[=+\-@＝＋－＠\t\r\n']/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(escapeFormula) ? `"${escapeFormula.replaceAll('"', '""')}"` : escapeFormula
}

/** Restores the original text of a cell written by `csvLine`. */
export const unmarkedCell = (cell: string) => (/^'[=+\-@＝＋－＠\t\r\n']/.test(cell) ? cell.slice(1) : cell)

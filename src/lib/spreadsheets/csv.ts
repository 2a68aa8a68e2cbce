// Lists as text with separators: reading them piece by piece, and writing them so that Excel reads Hebrew and runs nothing.
import { NotASheet, type SheetRow } from './sheet-row.ts'

/** Longer than anything that people keep in a cell: a quote was opened and never closed. */
const longestCell = 100_000

const separators = [',', ';', '\t', '|']

/** What separates the cells, judged by the first lines: what most of them have, and equally often. */
export function detectSeparator(start: string): string {
  const score = (separator: string) => {
    const lines = linesOf(separator)
    const widths = [...lines.take(start)].slice(0, 20).map(({ cells }) => cells.length)
    const usual = Math.max(...widths, 1)
    return usual === 1 ? 0 : widths.filter((width) => width === usual).length + usual / 1000
  }
  return separators.toSorted((a, b) => score(b) - score(a))[0]!
}

/** The lines of the text. Empty ones are counted and left out. Throws NotASheet for a quote without an end. */
export async function* readCsv(text: AsyncIterable<string>, separator: string): AsyncGenerator<SheetRow> {
  const lines = linesOf(separator)
  for await (const piece of text) yield* lines.take(piece)
  yield* lines.end()
}

/**
 * A quote opens a cell only at its beginning, and closes it only before a separator or the end of the line: Hebrew has quotes
 * inside of words, and programs that write lists forget to double them.
 */
function linesOf(separator: string) {
  let n = 0
  let cells: string[] = []
  let cell = ''
  let quoted = false
  // What has come and cannot be judged before the next sign is seen.
  let rest = ''

  function endCell() {
    if (cell.length > longestCell) throw new NotASheet('unclosed_quote')
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
        if (cell.length > longestCell) throw new NotASheet('unclosed_quote')
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

/** Excel takes a file for UTF-8 only when it begins with this. */
export const byteOrderMark = '\ufeff'

/** One line of a CSV file. A cell that a spreadsheet would run as a formula gets an apostrophe before it, which shows it as it is. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: string) {
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

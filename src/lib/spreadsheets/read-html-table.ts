// Parses the table rows of an HTML file, which banks export with an Excel extension. Without a DOM: the file may be huge, and its
// scripts, images and styles are not needed.
import { decodeEntities } from '../html-entities.ts'
import type { SheetRow } from './sheet-row.ts'

const token = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9:]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi
const hidden = /^(script|style|head|title|xml)$/
const maxSpan = 50

/** Rows in document order, without empty ones. A table inside a cell adds separate rows. */
export function* readHtmlRows(html: string): Generator<SheetRow> {
  let n = 0
  let cells: string[] = []
  let cell: string | undefined
  let span = 1
  let skipped: string | undefined
  const endCell = () => {
    if (cell === undefined) return
    cells.push(textOf(cell), ...Array.from({ length: span - 1 }, () => ''))
    cell = undefined
  }
  function* endRow(): Generator<SheetRow> {
    endCell()
    const row = cells
    cells = []
    if (row.length === 0) return
    n++
    if (row.some((one) => one !== '')) yield { n, cells: row }
  }
  for (const [text, slash, tag, attributes] of html.matchAll(token)) {
    const name = tag?.toLowerCase()
    if (name === undefined) {
      if (cell !== undefined && !skipped && !text.startsWith('<!--')) cell += text
    } else if (skipped) {
      if (slash && name === skipped) skipped = undefined
    } else if (hidden.test(name)) {
      if (!slash) skipped = name
    } else if (name === 'tr' || name === 'table') yield* endRow()
    else if (name === 'td' || name === 'th') {
      endCell()
      if (!slash) {
        cell = ''
        span = Math.min(maxSpan, Number(/\bcolspan\s*=\s*["']?(\d+)/i.exec(attributes ?? '')?.[1] ?? 1) || 1)
      }
    } else if (cell !== undefined && /^(br|p|div|li)$/.test(name)) cell += ' '
  }
  yield* endRow()
}

const textOf = (html: string) => decodeEntities(html).replaceAll(/\s+/g, ' ').trim()

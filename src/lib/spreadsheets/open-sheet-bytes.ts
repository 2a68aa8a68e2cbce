// Opens a spreadsheet file in the browser, by its content: CSV, XLSX, and HTML files with an Excel extension.
import { detectSeparator, readCsv } from './csv.ts'
import { readHtmlRows } from './read-html-table.ts'
import { NotASheet, type SheetRow } from './sheet-row.ts'
import { containerOf, isBinary, isMarkup } from './sheet-signature.ts'
import { decodeChunks, detectEncoding } from './text-encoding.ts'
import { openZip } from './unzip.ts'
import { readWorkbookRows } from './workbook-rows.ts'

/** The rows of the file. Throws NotASheet, also while the rows are read. */
export async function* openSheetBytes(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<SheetRow> {
  if (bytes.length === 0) throw new NotASheet('file_empty')
  const container = containerOf(bytes)
  if (container === 'ole') throw new NotASheet('old_excel')
  if (container === 'zip') return yield* readWorkbookRows(openZip(bytes))
  const text = await textOf(bytes)
  const start = text.slice(0, 16_384)
  if (isBinary(start)) throw new NotASheet('not_a_table')
  if (isMarkup(start)) yield* readHtmlRows(text)
  else yield* readCsv(piecesOf(text), detectSeparator(start))
}

async function textOf(bytes: Uint8Array) {
  let text = ''
  for await (const piece of decodeChunks(once(bytes), await detectEncoding(once(bytes)))) text += piece
  return text
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

/** Parses in chunks, so that the screen stays responsive. */
async function* piecesOf(text: string) {
  const length = 100_000
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

// Streams a list as a spreadsheet file.
import { Readable } from 'node:stream'
import type { SheetFormat } from './sheet-formats.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import { writeXlsx } from './write-xlsx.ts'

/** Responds with the lines as a file. The first line holds the column names; `name` is that of the sheet. */
export function sheetResponse(format: SheetFormat, name: string, lines: AsyncIterable<string[]>): Response {
  const file = format === 'xlsx' ? writeXlsx(name, lines) : Readable.from(csv(lines), { objectMode: false })
  return new Response(Readable.toWeb(file) as ReadableStream, {
    // Not the actual media type, with which the client would parse the body as text.
    headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
  })
}

/** Joins rows into chunks: many small writes cost more than producing them. */
async function* csv(lines: AsyncIterable<string[]>) {
  let piece = byteOrderMark
  for await (const line of lines) {
    piece += csvLine(line)
    if (piece.length < 64_000) continue
    yield piece
    piece = ''
  }
  yield piece
}

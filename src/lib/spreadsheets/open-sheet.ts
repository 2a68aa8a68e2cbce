// Opens a spreadsheet file by its content, not by its extension.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { detectSeparator, readCsv } from './csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { NotASheet, type SheetRow } from './sheet-row.ts'
import { decoded, detectEncoding, type TextEncodingName } from './text-encoding.ts'

export type OpenSheet = {
  kind: 'csv' | 'xlsx'
  encoding: TextEncodingName | null
  separator: string | null
  rows: AsyncGenerator<SheetRow>
}

/** The rows of this file. `encoding` overrides the detected one. Throws NotASheet, also while the rows are read. */
export async function openSheet(path: string, encoding?: TextEncodingName): Promise<OpenSheet> {
  const start = await firstBytes(path)
  if (start.length === 0) throw new NotASheet('file_empty')
  const signs = start.toString('latin1')
  if (signs.startsWith('PK\x03\x04')) return { kind: 'xlsx', encoding: null, separator: null, rows: readXlsx(path) }
  // The OLE container of Excel until 2003, and of password-protected workbooks.
  if (signs.startsWith('\xd0\xcf\x11\xe0')) throw new NotASheet('old_excel')
  const known = encoding ?? (await detectEncoding(createReadStream(path)))
  let text = ''
  for await (const piece of decoded(chunk(start), known)) text += piece
  if (isNoText(text)) throw new NotASheet('not_a_table')
  const separator = detectSeparator(text)
  return { kind: 'csv', encoding: known, separator, rows: readCsv(decoded(createReadStream(path), known), separator) }
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16_384), 0, 16_384, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function* chunk(bytes: Uint8Array) {
  yield bytes
}

/** A document, an image or a web page. Banks export HTML tables as Excel files, which are not supported. */
const isNoText = (text: string) =>
  // eslint-disable-next-line no-control-regex -- no text has them
  /[\u0000-\u0008\u000e-\u001a]/.test(text) || /^\ufeff?\s*(%PDF|\{\\rtf|<(!doctype|html|\?xml|table|meta))/i.test(text)

// Opens a spreadsheet file by its content, not by its extension.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { detectSeparator, readCsv } from './csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { NotASheet, type SheetRow } from './sheet-row.ts'
import { containerOf, isBinary, isMarkup } from './sheet-signature.ts'
import { decodeChunks, detectEncoding, type TextEncodingName } from './text-encoding.ts'

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
  const container = containerOf(start)
  if (container === 'zip') return { kind: 'xlsx', encoding: null, separator: null, rows: readXlsx(path) }
  if (container === 'ole') throw new NotASheet('old_excel')
  const known = encoding ?? (await detectEncoding(createReadStream(path)))
  let text = ''
  for await (const piece of decodeChunks(chunk(start), known)) text += piece
  if (isBinary(text) || isMarkup(text)) throw new NotASheet('not_a_table')
  const separator = detectSeparator(text)
  return {
    kind: 'csv',
    encoding: known,
    separator,
    rows: readCsv(decodeChunks(createReadStream(path), known), separator),
  }
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

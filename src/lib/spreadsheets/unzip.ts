// Reads a ZIP archive in memory, with web platform APIs only: for the browser.
import { NotASheet } from './sheet-row.ts'
import { maxPartBytes, maxParts, type OpenPart } from './workbook-rows.ts'

type Part = { method: number; size: number; offset: number }

/** Opens the parts of an archive by name. Throws NotASheet if it is not an archive. */
export function openZip(bytes: Uint8Array<ArrayBuffer>): OpenPart {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = directoryOf(view, bytes)
  return async (name) => {
    const part = parts.get(name)
    if (!part) return undefined
    // The local header repeats the name, and its extra fields may have another length.
    const start = part.offset + 30 + view.getUint16(part.offset + 26, true) + view.getUint16(part.offset + 28, true)
    const packed = bytes.subarray(start, start + part.size)
    if (part.method === 0) return piecesOf(new Blob([packed]).stream())
    if (part.method === 8)
      return piecesOf(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')))
    throw new NotASheet('file_broken')
  }
}

/** The entries of the central directory, whose sizes are authoritative: local headers may omit them. */
function directoryOf(view: DataView, bytes: Uint8Array): Map<string, Part> {
  const end = endOfDirectory(view)
  if (end < 0) throw new NotASheet('file_broken')
  const count = view.getUint16(end + 10, true)
  if (count > maxParts) throw new NotASheet('not_a_table')
  const parts = new Map<string, Part>()
  let at = view.getUint32(end + 16, true)
  for (let i = 0; i < count; i++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) throw new NotASheet('file_broken')
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const offset = view.getUint32(at + 42, true)
    if (offset + 30 > view.byteLength) throw new NotASheet('file_broken')
    parts.set(name, { method: view.getUint16(at + 10, true), size: view.getUint32(at + 20, true), offset })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}

/** The record is followed by a comment of at most 65,535 bytes. */
function endOfDirectory(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--)
    if (view.getUint32(at, true) === 0x06054b50) return at
  return -1
}

/** Uses a reader, because not every browser can iterate over a stream. Limits the bytes against decompression bombs. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      size += value.length
      if (size > maxPartBytes) throw new NotASheet('file_too_large_inside')
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

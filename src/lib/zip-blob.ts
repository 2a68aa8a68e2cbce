// Creates a ZIP file in the browser. Parts stay Blobs, so that the files may exceed the memory of the page.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
import { uniquePaths } from './archive-paths.ts'

export type ZipPart = { path: string; content: string | Blob }

/** The limits of the format without ZIP64. */
const maxBytes = 0xffff_ffff
const maxEntries = 0xffff
/** 1 January 1980, the format's epoch. */
const noDate = 0x0021
/** Bit 11: names are UTF-8. */
const utf8Names = 0x0800

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1
  return value
})

async function crc32(content: Blob): Promise<number> {
  let crc = 0xffff_ffff
  const reader = content.stream().getReader()
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read()
    if (done) return (crc ^ 0xffff_ffff) >>> 0
    for (const byte of value) crc = (crc >>> 8) ^ crcTable[(crc ^ byte) & 0xff]!
  }
}

/** Fields of two and four bytes, little endian. */
function bytesOf(fields: readonly [value: number, size: 2 | 4][]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, size]) => sum + size, 0)))
  let at = 0
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return new Uint8Array(view.buffer)
}

/** Stores each part uncompressed: documents and images are already compressed. A duplicate path gets a number. */
export async function zipBlob(parts: AsyncIterable<ZipPart>): Promise<Blob> {
  const unique = uniquePaths()
  const bodies: BlobPart[] = []
  const directory: BlobPart[] = []
  let entries = 0
  let offset = 0
  let listed = 0
  for await (const { path, content } of parts) {
    const name = new TextEncoder().encode(unique(path))
    const blob = content instanceof Blob ? content : new Blob([content])
    const facts = bytesOf([
      [20, 2],
      [utf8Names, 2],
      [0, 2],
      [0, 2],
      [noDate, 2],
      [await crc32(blob), 4],
      [blob.size, 4],
      [blob.size, 4],
      [name.length, 2],
      [0, 2],
    ])
    bodies.push(bytesOf([[0x0403_4b50, 4]]), facts, name, blob)
    const place = bytesOf([
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ])
    directory.push(
      bytesOf([
        [0x0201_4b50, 4],
        [20, 2],
      ]),
      facts,
      place,
      name,
    )
    entries++
    offset += 4 + facts.length + name.length + blob.size
    listed += 6 + facts.length + place.length + name.length
    if (offset + listed > maxBytes || entries > maxEntries) throw new RangeError('The archive needs ZIP64')
  }
  const end = bytesOf([
    [0x0605_4b50, 4],
    [0, 2],
    [0, 2],
    [entries, 2],
    [entries, 2],
    [listed, 4],
    [offset, 4],
    [0, 2],
  ])
  return new Blob([...bodies, ...directory, end], { type: 'application/zip' })
}

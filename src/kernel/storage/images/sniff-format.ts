// Detects the image format by the magic bytes: clients often upload an image with a wrong content type.
import type { Storage, StoredObject } from '../repository.ts'
import type { Format } from './images.ts'

const signatures: [format: Format, at: number, bytes: RegExp][] = [
  ['jpeg', 0, /^\xff\xd8\xff/],
  ['png', 0, /^\x89PNG\r\n/],
  ['gif', 0, /^GIF8[79]a/],
  ['webp', 8, /^WEBP/],
  ['avif', 4, /^ftyp(avif|avis)/],
  // HEIF formats, which browsers do not display: the output is JPEG.
  ['jpeg', 4, /^ftyp(heic|heix|mif1|msf1)/],
]
const enoughBytes = 16

/** The output format of the image; undefined when the object is not an image. */
export async function sniffFormat(storage: Storage, { version, metadata }: StoredObject): Promise<Format | undefined> {
  if (metadata.size < enoughBytes) return undefined
  const stream = await storage.blobs.read(version, { start: 0, end: enoughBytes - 1 })
  if (!stream) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  const start = Buffer.concat(chunks).toString('latin1')
  return signatures.find(([, at, bytes]) => bytes.test(start.slice(at)))?.[0]
}

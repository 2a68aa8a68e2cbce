// Reads the archive of a base backup file by file.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createTarDecoder } from 'modern-tar'
import type { Manifest } from './manifest.ts'

/** Thrown when a backup does not match its manifest. */
export class BrokenBackup extends Error {}

type OnFile = (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>

/** Calls `onFile` for each file, and throws BrokenBackup at a wrong checksum, a missing or an unknown file. */
export async function readArchive(plain: Readable, files: Manifest['files'], onFile: OnFile): Promise<void> {
  const missing = new Set(Object.keys(files))
  // Node's type of a web stream differs from the DOM's, which the library names.
  const archive = Readable.toWeb(plain) as unknown as ReadableStream<Uint8Array>
  for await (const { header, body } of archive.pipeThrough(createTarDecoder({ strict: true }))) {
    const { name } = header
    const expected = files[name]
    if (!expected) throw new BrokenBackup(`${name} is not in the manifest`)
    const hash = createHash('sha256')
    const hashed = async function* () {
      for await (const chunk of body) {
        hash.update(chunk)
        yield chunk
      }
    }
    await onFile(name, hashed())
    if (hash.digest('hex') !== expected.sha256) throw new BrokenBackup(`${name} has another checksum`)
    missing.delete(name)
  }
  const [first] = missing
  if (first !== undefined) throw new BrokenBackup(`${first} is missing`)
}

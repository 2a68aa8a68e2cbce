// Writes the archive as a stream, entry after entry, with the checksum of each. ZIP64 from 4 GB or 65,535 entries on.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import yazl from 'yazl'
import { uniquePaths } from '#lib/archive-paths.ts'

export type ArchiveEntry = { path: string; size: number; sha256: string }
type Content = AsyncIterable<Uint8Array | string>
export type EntryOptions = {
  at?: Date
  /** Size in bytes, if known. Another size fails the archive. */
  size?: number
  /** False for already compressed files. */
  compress?: boolean
}

export type ZipArchive = ReturnType<typeof openZipArchive>

export function openZipArchive() {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  const unique = uniquePaths()
  const entries: ArchiveEntry[] = []
  let current: Readable | undefined
  let failure: Error | undefined

  function fail(error: Error) {
    failure ??= error
    current?.destroy(failure)
    output.destroy(failure)
  }
  zip.on('error', fail)
  // Prevents an unhandled error if the archive fails before a reader attaches. The reader then finds a destroyed
  // stream.
  output.on('error', () => {})

  return {
    output,
    entries: entries as readonly ArchiveEntry[],
    /** Resolves when the content is fully read. One entry at a time. */
    async add(
      entryPath: string,
      content: Content,
      { at, size, compress = true }: EntryOptions = {},
    ): Promise<ArchiveEntry> {
      if (failure) throw failure
      const path = unique(entryPath)
      const hash = createHash('sha256')
      let bytes = 0
      async function* counted() {
        for await (const chunk of content) {
          const buffer = Buffer.from(chunk as Uint8Array)
          hash.update(buffer)
          bytes += buffer.length
          if (buffer.length > 0) yield buffer
        }
      }
      const stream = Readable.from(counted(), { objectMode: false })
      current = stream
      await new Promise<void>((resolve, reject) => {
        stream.once('end', resolve)
        stream.once('error', (error) => {
          fail(error)
          reject(error)
        })
        zip.addReadStream(stream, path, { compress, ...(at && { mtime: at }), ...(size !== undefined && { size }) })
      })
      const entry = { path, size: bytes, sha256: hash.digest('hex') }
      entries.push(entry)
      return entry
    },
    /** Writes the central directory. */
    end: () => zip.end(),
    /** Destroys the output, so that its reader fails. */
    fail,
  }
}

// The blob store interface. A blob is written once under a unique name and never changed, so a running download always completes.
import type { Readable } from 'node:stream'

export type WrittenBlob = { size: number; etag: string }

export type Blobs = {
  /** Stores the bytes; they are durable when it resolves. Throws beyond `limit` bytes and stores nothing then. */
  write(version: string, source: Readable, limit: number): Promise<WrittenBlob>
  /** Creates a second blob with the same bytes. False when the source does not exist. */
  copy(from: string, to: string): Promise<boolean>
  /** The bytes from `start` to `end`, both inclusive. Undefined when there is no such blob. */
  read(version: string, range: { start: number; end: number }): Promise<Readable | undefined>
  /** Also removes partial files of a killed process. Missing blobs are no error. */
  remove(versions: string[]): Promise<void>
}

/** The path of a blob in the store: 256 folders, so that none grows without bound. */
export const blobPath = (version: string) => `objects/${version.slice(0, 2)}/${version}`

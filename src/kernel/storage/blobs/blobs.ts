// Where the bytes lie, whatever keeps them. A blob is written once under a name of its own and never changed: who reads an old one reads it to its end.
import type { Readable } from 'node:stream'

export type Written = { size: number; etag: string }

export type Blobs = {
  /** Keeps the bytes, safe when it resolves. Throws when there are more than `limit`, and keeps nothing then. */
  write(version: string, source: Readable, limit: number): Promise<Written>
  /** A second blob with the same bytes. False when there is nothing to copy. */
  copy(from: string, to: string): Promise<boolean>
  /** The bytes from `start` to `end`, both included. Undefined when there is no such blob. */
  read(version: string, range: { start: number; end: number }): Promise<Readable | undefined>
  /** Also what was half-written when a process was killed. Blobs that are gone already are no error. */
  remove(versions: string[]): Promise<void>
}

/** A blob's place below the store: 256 folders, so that none grows without bound. */
export const placeOf = (version: string) => `objects/${version.slice(0, 2)}/${version}`

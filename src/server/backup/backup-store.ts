// Storage of backups: a folder, or an S3 bucket. Names are paths; partially written objects are not visible.
import type { Readable } from 'node:stream'

export type StoredObject = { name: string; size: number; storedAt: Date }

export type BackupStore = {
  /** Writes an object, replacing one of the same name. The object is durable when the promise resolves. */
  put(name: string, source: Readable): Promise<{ size: number; sha256: string }>
  /** Resolves to undefined if the object does not exist. */
  get(name: string): Promise<Readable | undefined>
  /** Lists objects, ordered by name. */
  list(prefix: string): Promise<StoredObject[]>
  /** Deletes an object; a missing one is not an error. */
  remove(name: string): Promise<void>
  /** Deletes partial objects that killed processes wrote before that time. */
  discardParts(prefix: string, before: Date): Promise<void>
}

/** The same store with a name prefix that ends with a slash. */
export const storeWithPrefix = (store: BackupStore, prefix: string): BackupStore => ({
  put: (name, source) => store.put(prefix + name, source),
  get: (name) => store.get(prefix + name),
  list: async (rest) =>
    (await store.list(prefix + rest)).map((object) => ({ ...object, name: object.name.slice(prefix.length) })),
  remove: (name) => store.remove(prefix + name),
  discardParts: (rest, before) => store.discardParts(prefix + rest, before),
})

// Where backups are: a folder, or an S3 bucket. Names are paths; an object is complete or absent.
import type { Readable } from 'node:stream'

export type StoredObject = { name: string; size: number; storedAt: Date }

export type BackupStore = {
  /** Replaces an object of the same name. It is durable when it resolves. */
  put(name: string, source: Readable): Promise<{ size: number; sha256: string }>
  /** Undefined when there is no such object. */
  get(name: string): Promise<Readable | undefined>
  /** Ordered by name. */
  list(prefix: string): Promise<StoredObject[]>
  /** A missing object is no error. */
  remove(name: string): Promise<void>
}

/** The same store below a prefix that ends with a slash. */
export const storeBelow = (store: BackupStore, prefix: string): BackupStore => ({
  put: (name, source) => store.put(prefix + name, source),
  get: (name) => store.get(prefix + name),
  list: async (rest) =>
    (await store.list(prefix + rest)).map((object) => ({ ...object, name: object.name.slice(prefix.length) })),
  remove: (name) => store.remove(prefix + name),
})

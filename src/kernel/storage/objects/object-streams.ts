// Objects of any size for jobs of this process, as streams, with the rights of the storage server.
import { Readable } from 'node:stream'
import { releaseBlobs } from '../blobs/orphaned-blobs.ts'
import { asStorageRole, type Storage } from '../repository.ts'
import { store } from '../uploads/upload.ts'

export type ObjectStreams = {
  /** The bytes of a version. Undefined when it is gone. */
  read(version: string, size: number): Promise<Readable | undefined>
  /** Replaces an object of that key, without a limit of size. Resolves to the number of bytes; stores nothing if the source fails. */
  write(place: { bucket: string; key: string; type: string }, source: Readable): Promise<number>
  /** Missing objects are no error. */
  remove(place: { bucket: string; keys: string[] }): Promise<void>
}

export const objectStreams = (storage: Storage): ObjectStreams => ({
  read: async (version, size) =>
    size === 0 ? Readable.from([]) : storage.blobs.read(version, { start: 0, end: size - 1 }),
  async write({ bucket, key, type }, source) {
    const target = {
      bucketId: bucket,
      key,
      upsert: true,
      ownerId: null,
      mayReplace: async (_db: unknown, _before: unknown, attempt: () => Promise<unknown>) => attempt(),
    }
    const facts = { contentType: type, cacheControl: 'no-cache', contentEncoding: undefined, userMetadata: null }
    const { metadata } = await store(storage, target, facts, (version) =>
      storage.blobs.write(version, source, Number.POSITIVE_INFINITY),
    )
    return metadata.size
  },
  async remove({ bucket, keys }) {
    const removed = await asStorageRole(storage, (db) =>
      db.query<{ version: string }>(
        'delete from storage.objects where bucket_id = $1 and name = any ($2) returning version',
        [bucket, keys],
      ),
    )
    await releaseBlobs(
      storage,
      removed.map(({ version }) => version),
    )
  },
})

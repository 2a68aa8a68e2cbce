// The registry of orphaned blobs. A blob is registered before its first byte and claimed by the transaction that creates its object.
import type { Db } from '#kernel/postgres/transaction.ts'
import { type Storage, asStorageRole } from '../repository.ts'

// Much longer than the maximum duration of an upload.
const uploadGracePeriod = '1 day'
const batchSize = 1000

type BlobRegistry = Pick<Storage, 'pool' | 'blobs' | 'log'>

const hasNoObject = 'not exists (select from storage.objects o where o.version = l.version)'

export const registerBlob = (registry: BlobRegistry, version: string) =>
  asStorageRole(registry, (db) =>
    db.query(`insert into storage.loose_blobs (version, due_at) values ($1, now() + $2::interval)`, [
      version,
      uploadGracePeriod,
    ]),
  )

/** Runs in the transaction that creates the object of the blob. */
export async function claimBlob(db: Db, version: string) {
  const found = await db.query(
    'delete from storage.loose_blobs where version = $1 and not given_up returning version',
    [version],
  )
  if (found.length === 0) throw new Error(`The blob ${version} was marked for removal before its object was created`)
}

/**
 * Removes the given blobs that no object uses.
 * Waits for a transaction with an unknown outcome. A blob marked given_up can no longer become an object,
 * so its bytes are safe to delete.
 */
export async function removeOrphaned(registry: BlobRegistry, versions: string[]) {
  if (versions.length === 0) return 0
  const found = await asStorageRole(registry, (db) =>
    db.query<{ version: string }>(
      `with loose as (
         select version from storage.loose_blobs l where version = any ($1) and ${hasNoObject} order by version for update
       )
       update storage.loose_blobs l set given_up = true from loose where l.version = loose.version returning l.version`,
      [versions],
    ),
  )
  const loose = found.map(({ version }) => version)
  await registry.blobs.remove(loose)
  await asStorageRole(registry, (db) => db.query('delete from storage.loose_blobs where version = any ($1)', [loose]))
  return loose.length
}

/**
 * Like removeOrphaned, for request handlers: a failure is only logged, and pruneBlobs retries.
 * Resolves when the first batch is removed; the rest is removed in the background.
 */
export async function releaseBlobs(registry: BlobRegistry, versions: string[]) {
  await removeOrLog(registry, versions.slice(0, batchSize))
  if (versions.length > batchSize) void releaseBlobs(registry, versions.slice(batchSize))
}

const removeOrLog = (registry: BlobRegistry, versions: string[]) =>
  removeOrphaned(registry, versions).catch((error: unknown) => {
    registry.log.error(
      { err: error, blobs: versions.length },
      'orphaned blobs could not be removed and will be pruned later',
    )
  })

/** Removes the blobs left by killed processes and by rows deleted in SQL. Resolves to the number of blobs. */
export async function pruneBlobs(registry: BlobRegistry): Promise<number> {
  for (let removed = 0; ;) {
    const due = await asStorageRole(registry, (db) =>
      db.query<{ version: string }>(
        `select version from storage.loose_blobs l where due_at <= now() and ${hasNoObject} order by due_at limit $1`,
        [batchSize],
      ),
    )
    const now = await removeOrphaned(
      registry,
      due.map(({ version }) => version),
    )
    removed += now
    if (due.length < batchSize || now === 0) return removed
  }
}

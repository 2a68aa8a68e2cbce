// Deletes backups that are not needed for any point in time of the retention period: base backups of a cluster, or dumps.
import type { BackupStore } from './backup-store.ts'
import { versionOf } from './blob-copies.ts'
import { type BackupKind, descriptionName } from './descriptions.ts'
import type { Manifest } from './manifest.ts'

const dayMs = 86_400_000
/** The minimum number of retained backups of a kind, whatever their age. */
const minRetained = 3

type Described = { archive: string; finishedAt: string; blobs: readonly string[] }

type Options<T extends Described> = {
  store: BackupStore
  kind: BackupKind
  /** All complete backups of that kind, oldest first. */
  manifests: readonly T[]
  /**
   * All backups of the other kind, made before the database was moved. They do not expire here, and their files are not
   * deleted.
   */
  others: readonly Described[]
  keepDays: number
  now: Date
}

/**
 * Returns the retained backups, including the newest one before the retention period, which restores points in time of
 * its first day. The current time is capped at two days after the second newest backup, so that a clock that is years
 * ahead cannot expire all earlier ones.
 */
export async function deleteExpired<T extends Described>(options: Options<T>): Promise<readonly T[]> {
  const { store, kind, manifests, others, keepDays } = options
  const former = manifests.at(-2)?.finishedAt
  const now =
    former === undefined ? options.now : new Date(Math.min(options.now.getTime(), Date.parse(former) + 2 * dayMs))
  const firstMoment = new Date(now.getTime() - keepDays * dayMs).toISOString()
  const lastExpired = manifests.findLastIndex(({ finishedAt }) => finishedAt <= firstMoment)
  const firstRetained = Math.max(Math.min(lastExpired, manifests.length - minRetained), 0)
  const retained = manifests.slice(firstRetained)
  if (retained.length === 0) return retained
  for (const { archive } of manifests.slice(0, firstRetained)) {
    // The description is deleted first: an archive without one is ignored.
    await store.remove(descriptionName(kind, archive))
    await store.remove(archive)
  }
  const dayBefore = new Date(now.getTime() - dayMs)
  await deleteIncomplete(store, kind, { complete: new Set(retained.map(({ archive }) => archive)), before: dayBefore })
  for (const folder of [kind.folder, 'blobs/', 'wal/']) await store.discardParts(folder, dayBefore)
  await deleteUnneededBlobs(store, [...retained, ...others])
  return retained
}

type Incomplete = { complete: ReadonlySet<string>; before: Date }

/** Deletes archives of interrupted backups. */
async function deleteIncomplete(store: BackupStore, kind: BackupKind, { complete, before }: Incomplete) {
  for (const { name, storedAt } of await store.list(kind.folder))
    if (name.endsWith(kind.archiveSuffix) && !complete.has(name) && storedAt < before) await store.remove(name)
}

/**
 * A blob that is older than all lists, and in none of them, was deleted before the retention period. The margin of a
 * day covers copies made during a listing, and the clock skew of the store.
 */
async function deleteUnneededBlobs(store: BackupStore, lists: readonly Described[]) {
  const needed = new Set(lists.flatMap(({ blobs }) => blobs))
  const oldest = Math.min(...lists.map(({ finishedAt }) => Date.parse(finishedAt)))
  for (const { name, storedAt } of await store.list('blobs/'))
    if (!needed.has(versionOf(name)) && storedAt.getTime() < oldest - dayMs) await store.remove(name)
}

/** Deletes the segments of the write-ahead log before the first one of these backups. */
export async function deleteUnneededSegments(store: BackupStore, retained: readonly Pick<Manifest, 'startWal'>[]) {
  // After the clock was set back, the backup with the earliest timestamp may not have the earliest segment.
  const [first] = retained.map(({ startWal }) => segmentOrder(`wal/${startWal}`)).sort()
  if (first === undefined) return
  for (const { name } of await store.list('wal/'))
    if (isSegment(name) && segmentOrder(name) < first) await store.remove(name)
}

const isSegment = (name: string) => /^wal\/[0-9A-F]{24}(\.|$)/.test(name)
/** The segment number without the timeline: after a restore an installation has only one timeline. */
const segmentOrder = (name: string) => name.slice('wal/'.length + 8, 'wal/'.length + 24)

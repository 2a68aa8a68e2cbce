// Deletes backups that are not needed for any point in time of the retention period.
import type { BackupStore } from './backup-store.ts'
import { versionOf } from './blob-copies.ts'
import { type Manifest, manifestName } from './manifest.ts'

const dayMs = 86_400_000

type Options = { store: BackupStore; manifests: readonly Manifest[]; keepDays: number; now: Date }

/** The newest backup before the retention period is preserved, because points in time of the first day are restored from it. */
export async function deleteExpired({ store, manifests, keepDays, now }: Options): Promise<void> {
  const firstMoment = new Date(now.getTime() - keepDays * dayMs).toISOString()
  const firstRetained = Math.max(
    manifests.findLastIndex(({ finishedAt }) => finishedAt <= firstMoment),
    0,
  )
  const oldest = manifests[firstRetained]
  if (!oldest) return
  for (const { archive } of manifests.slice(0, firstRetained)) {
    // The manifest is deleted first: without it the rest is ignored.
    await store.remove(manifestName(archive))
    await store.remove(archive)
  }
  await deleteIncomplete(store, manifests, now)
  await store.discardParts('base/', new Date(now.getTime() - dayMs))
  const retained = manifests.slice(firstRetained)
  // After the clock was set back, the backup with the earliest time is not the one with the earliest segment.
  const [firstSegment] = retained.map(({ startWal }) => segmentOrder(`wal/${startWal}`)).sort()
  for (const { name } of await store.list('wal/'))
    if (isSegment(name) && segmentOrder(name) < firstSegment!) await store.remove(name)
  const needed = new Set(retained.flatMap(({ blobs }) => blobs))
  const newest = new Set(manifests.at(-1)!.blobs)
  for (const { name, storedAt } of await store.list('blobs/')) {
    const version = versionOf(name)
    // A blob in no list although it is older than all of them was deleted before the retention period.
    if (!needed.has(version) && !newest.has(version) && storedAt.toISOString() < oldest.finishedAt)
      await store.remove(name)
  }
}

/** Archives of interrupted backups. */
async function deleteIncomplete(store: BackupStore, manifests: readonly Manifest[], now: Date) {
  const complete = new Set(manifests.map(({ archive }) => archive))
  for (const { name, storedAt } of await store.list('base/'))
    if (name.includes('.tar.') && !complete.has(name) && now.getTime() - storedAt.getTime() > dayMs)
      await store.remove(name)
}

const isSegment = (name: string) => /^wal\/[0-9A-F]{24}(\.|$)/.test(name)
/** The segment number without the timeline: after a restore an installation has only one timeline. */
const segmentOrder = (name: string) => name.slice('wal/'.length + 8, 'wal/'.length + 24)

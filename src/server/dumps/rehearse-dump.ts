// Rehearses the restore of a dump: into an embedded database in a separate folder, compared with the manifest.
import { compareTables, findDifferentFiles, type Rehearsal } from '../backup/rehearse.ts'
import { removeInstallation, type RestoreOptions } from '../backup/restore.ts'
import type { TableDigests } from '../backup/table-digests.ts'
import type { DumpManifest } from '../backup/dump-manifest.ts'
import { restoreDump } from './restore-dump.ts'

type Options = Pick<RestoreOptions, 'store' | 'identity' | 'installation' | 'say'> & {
  /** Must not exist yet; removed at the end. */
  folder: string
}

export async function rehearseDump({ folder, ...options }: Options): Promise<Rehearsal> {
  let manifest: DumpManifest | undefined
  let restored: TableDigests = {}
  let reason: string | undefined
  try {
    await restoreDump({
      ...options,
      dataFolder: folder,
      databaseUrl: undefined,
      isRehearsal: true,
      onDump: (selected) => (manifest = selected),
      onDigests: (digests) => (restored = digests),
    })
  } catch (error) {
    reason = (error as Error).message
  }
  try {
    return await outcomeOf(manifest, restored, { reason, folder })
  } finally {
    removeInstallation(folder)
  }
}

type Restored = { reason: string | undefined; folder: string }

async function outcomeOf(
  manifest: DumpManifest | undefined,
  restored: TableDigests,
  { reason, folder }: Restored,
): Promise<Rehearsal> {
  const expected = manifest?.tables ?? {}
  const blobSums = manifest?.blobSums ?? {}
  const found = { backupAt: manifest?.finishedAt, files: Object.keys(blobSums).length }
  // Tables that were added manually are not restored.
  const tables = compareTables(expected, restored).filter(({ name }) => name in restored)
  const differences = tables.filter(({ isSame }) => !isSame).map(({ name }) => name)
  if (reason !== undefined && differences.length === 0)
    return { ...found, tables: [], differences: [], fault: 'not_restorable', reason }
  if (reason === undefined) differences.push(...(await findDifferentFiles(folder, blobSums)))
  const isSame = differences.length === 0
  return {
    ...found,
    tables,
    differences,
    fault: isSame ? undefined : 'differs',
    reason: isSame ? undefined : `Different: ${differences.slice(0, 10).join(', ')}`,
  }
}

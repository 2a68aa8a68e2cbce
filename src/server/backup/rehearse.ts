// Rehearses a restore: the newest backup is restored into a separate folder and compared with its manifest.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { blobPath } from '#kernel/storage/blobs/blobs.ts'
import { startPostgres } from '#kernel/postgres/embedded.ts'
import type { BlobSums } from './blob-sums.ts'
import type { Manifest } from './manifest.ts'
import { passwordsIn, removeInstallation, restore, type RestoreOptions, systemUser } from './restore.ts'
import { connectTo, readDigests, type TableDigests } from './table-digests.ts'

export type ComparedTable = {
  name: string
  expected: number | undefined
  restored: number | undefined
  isSame: boolean
}
export type Rehearsal = {
  /** When the backup was completed; undefined if none could be decrypted. */
  backupAt: string | undefined
  tables: ComparedTable[]
  files: number
  /** Names of tables and files that differ. */
  differences: string[]
  fault: 'not_restorable' | 'not_comparable' | 'differs' | undefined
  /** The error message for the operator. */
  reason: string | undefined
}

type Options = Pick<RestoreOptions, 'store' | 'identity' | 'installation' | 'say'> & {
  /** Must not exist yet; removed at the end. */
  folder: string
}

/** Only the database is started: a second instance of the product would charge cards, write to calendars and send messages. */
export async function rehearse({ folder, say, ...options }: Options): Promise<Rehearsal> {
  let manifest: Manifest | undefined
  const found: Rehearsal = {
    backupAt: undefined,
    tables: [],
    files: 0,
    differences: [],
    fault: undefined,
    reason: undefined,
  }
  try {
    await restore({
      ...options,
      dataFolder: folder,
      toRestorePoint: true,
      onBackup: (selected) => {
        manifest = selected
        found.backupAt = selected.finishedAt
      },
      say,
    })
    say('Comparing.')
    return await compare(found, manifest!, folder)
  } catch (error) {
    return { ...found, fault: 'not_restorable', reason: (error as Error).message }
  } finally {
    removeInstallation(folder)
  }
}

async function compare(found: Rehearsal, { moment, blobSums }: Manifest, folder: string): Promise<Rehearsal> {
  if (!moment || !blobSums)
    return { ...found, fault: 'not_comparable', reason: 'This backup has no checksums of its tables: take a new one.' }
  const tables = compareTables(moment.tables, await restoredDigests(folder, moment.database))
  const differences = tables.filter(({ isSame }) => !isSame).map(({ name }) => name)
  differences.push(...(await findDifferentFiles(folder, blobSums)))
  const isSame = differences.length === 0
  return {
    ...found,
    tables,
    files: Object.keys(blobSums).length,
    differences,
    fault: isSame ? undefined : 'differs',
    reason: isSame ? undefined : `Different: ${differences.slice(0, 10).join(', ')}`,
  }
}

export function compareTables(expected: TableDigests, restored: TableDigests): ComparedTable[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(restored)])].sort()
  return names.map((name) => ({
    name,
    expected: expected[name]?.rows,
    restored: restored[name]?.rows,
    isSame: expected[name]?.rows === restored[name]?.rows && expected[name]?.digest === restored[name]?.digest,
  }))
}

async function restoredDigests(folder: string, database: string): Promise<TableDigests> {
  const { postgres: password } = passwordsIn(folder)
  const server = await startPostgres({ folder: join(folder, 'cluster'), password, systemUser })
  try {
    const client = await connectTo({ host: server.socket, user: 'postgres', password, database })
    try {
      return await readDigests(client)
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}

/** The names of stored files below the data folder that are missing or have other contents. */
export async function findDifferentFiles(folder: string, sums: BlobSums): Promise<string[]> {
  const different: string[] = []
  for (const [version, { sha256 }] of Object.entries(sums))
    if ((await sumOf(join(folder, 'storage', blobPath(version)))) !== sha256) different.push(version)
  return different
}

/** Undefined for a missing file. */
async function sumOf(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

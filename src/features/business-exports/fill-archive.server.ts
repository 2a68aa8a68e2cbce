// Fills the archive of the whole business: read-me, tables, decrypted answers, photos, files, and the manifest as the last entry.
import type { Readable } from 'node:stream'
import type { Db } from '#kernel/postgres/transaction.ts'
import { listFiles, type StoredFile } from './archive-files.server.ts'
import { exportedTables } from './exported-tables.ts'
import { readMe, type TableSummary } from './read-me.ts'
import { readColumns, readPages, tableAsCsv, tableAsJson } from './read-tables.server.ts'
import { type AnswerSeals, answersAsCsv, answersAsJson, sealedSources } from './sealed-answers.server.ts'
import type { ZipArchive } from './zip-archive.server.ts'

export type ReadBlob = (version: string, size: number) => Promise<Readable | undefined>
type Roles = { asOwner(): Promise<void>; asService(): Promise<void> }
type Photo = { id: string; bytes: Buffer; created_at: Date }

export type Parts = {
  archive: ZipArchive
  seals: AnswerSeals
  readBlob: ReadBlob
  onProgress: (done: number, all: number) => void
  /** Throws when the disk lacks space for the files. */
  checkRoom: (bytes: number) => Promise<void>
}
export type TablesWritten = { tables: TableSummary[]; files: StoredFile[]; all: number }

/** Runs in one transaction with one snapshot, so that all tables are consistent. */
export async function writeTables(db: Db, roles: Roles, parts: Parts): Promise<TablesWritten> {
  const { archive, seals, onProgress, checkRoom } = parts
  const tables: TableSummary[] = []
  const names = Object.keys(exportedTables)
  await roles.asService()
  const files = await listFiles(db)
  await checkRoom(files.reduce((sum, { size }) => sum + size, 0))
  const all = (names.length + sealedSources.length) * 2 + files.length
  const write = async (
    title: string,
    json: (onRows: (n: number) => void) => AsyncIterable<string>,
    csv: () => AsyncIterable<string>,
  ) => {
    let rows = 0
    await archive.add(
      `נתונים/${title}.json`,
      json((count) => (rows += count)),
    )
    await archive.add(`טבלאות/${title}.csv`, csv())
    tables.push({ title, rows })
    onProgress(archive.entries.length, all)
  }

  await roles.asOwner()
  const columns = await readColumns(db, names)
  for (const [name, title] of Object.entries(exportedTables)) {
    const table = { name, columns: columns.get(name)! }
    await write(
      title,
      (onRows) => tableAsJson(db, table, onRows),
      () => tableAsCsv(db, table),
    )
  }
  for await (const photos of readPages<Photo>(
    db,
    'select id, bytes, created_at from review_photos order by created_at, id',
  ))
    for (const { id, bytes, created_at: at } of photos)
      await archive.add(`קבצים/המלצות/${id}.webp`, once(bytes), { at, size: bytes.length, compress: false })
  await roles.asService()
  for (const source of sealedSources)
    await write(
      source.title,
      (onRows) => answersAsJson(db, source, seals, onRows),
      () => answersAsCsv(db, source, seals),
    )
  return { tables, files, all }
}

/** Runs after the transaction: the bytes of a file never change, and copying gigabytes must not hold a snapshot open. */
export async function writeFiles({ tables, files, all }: TablesWritten, at: Date, parts: Parts): Promise<void> {
  const { archive, readBlob, onProgress } = parts
  const missing: string[] = []
  for (const { path, version, size, at: changedAt } of files) {
    const content = await readBlob(version, size)
    if (content) await archive.add(path, content, { at: changedAt, size, compress: false })
    // The file was replaced or deleted after the list was read.
    else missing.push(path)
    onProgress(archive.entries.length, all)
  }
  await archive.add('קראו אותי.txt', once(readMe({ at, tables, files: files.length - missing.length, missing })))
  const manifest = { format: 1, createdAt: at.toISOString(), tables, missing, entries: archive.entries }
  await archive.add('manifest.json', once(JSON.stringify(manifest, null, 1)))
  archive.end()
}

async function* once<T>(content: T) {
  yield content
}

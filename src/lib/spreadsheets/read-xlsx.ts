// Opens the parts of a workbook on disk, of any size: each part is unpacked while it is read.
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { NotASheet, type SheetRow } from './sheet-row.ts'
import { maxPartBytes, maxParts, readWorkbookRows } from './workbook-rows.ts'

/** The rows of the workbook's first visible sheet. Throws NotASheet. */
export async function* readXlsx(path: string): AsyncGenerator<SheetRow> {
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw new NotASheet('file_broken', { cause: error })
  })
  try {
    const parts = await partsOf(zip)
    yield* readWorkbookRows((name) => openPart(zip, parts, name))
  } finally {
    zip.close()
  }
}

async function partsOf(zip: ZipFile) {
  if (zip.entryCount > maxParts) throw new NotASheet('not_a_table')
  const parts = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) parts.set(entry.fileName, entry)
  } catch (error) {
    throw new NotASheet('file_broken', { cause: error })
  }
  return parts
}

async function openPart(zip: ZipFile, parts: Map<string, Entry>, name: string) {
  const part = parts.get(name)
  if (!part) return undefined
  if (part.uncompressedSize > maxPartBytes) throw new NotASheet('file_too_large_inside')
  return zip.openReadStreamPromise(part)
}

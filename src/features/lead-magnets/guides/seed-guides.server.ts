// Default guides of the product: pages are seeded at startup, files at the first download.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { DefaultPage } from '#platform/pages/pages.ts'
import { bucket } from '../lead-magnets.ts'
import { guidePages } from './guide-pages.ts'

/** Default pages of the guides whose slug was not changed. */
export async function pagesOfGuides(db: Db): Promise<DefaultPage[]> {
  const kept = await db.query<{ path: string }>(
    `select '/lead/' || slug as path from lead_magnets where guide is not null and slug = guide`,
  )
  const paths = new Set(kept.map(({ path }) => path))
  return guidePages.filter(({ path }) => paths.has(path))
}

type Storage = { put(place: { bucket: string; key: string; type: string }, bytes: Buffer): Promise<void> }

/** Copies the bundled file of a guide into the bucket. Returns its key. */
export async function plantGuide(
  db: Db,
  storage: Storage,
  { magnetId, guide, title }: { magnetId: string; guide: string; title: string },
): Promise<string> {
  const bytes = await readFile(join(import.meta.dirname, `${guide}.pdf`))
  const key = randomUUID()
  const type = 'application/pdf'
  await storage.put({ bucket, key, type }, bytes)
  await db.query(
    `update lead_magnets set asset_key = $2, asset_name = $3, asset_type = $4, asset_bytes = $5 where id = $1`,
    [magnetId, key, `${title}.pdf`, type, bytes.length],
  )
  return key
}

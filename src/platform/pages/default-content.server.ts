// Seeds the default pages. Pages edited or published by users are never overwritten.
import type { Db } from '#kernel/postgres/transaction.ts'
import { defaultPages } from './content/default-pages.ts'
import { blocksOf, type DefaultPage } from './pages.ts'

type SeedState = { path: string; version: number; is_ours: boolean; is_current: boolean }

/**
 * Inserts missing default pages and updates unedited ones: as drafts for the owner to review, in the demo published. `db` logs in as the
 * database owner.
 */
export async function seedDefaultPages(
  db: Db,
  { isDemo, pages = defaultPages }: { isDemo: boolean; pages?: readonly DefaultPage[] },
) {
  // Advisory lock: two nodes that start concurrently seed one after the other.
  await db.query(`select pg_advisory_xact_lock(hashtextextended('pages.planting', 0))`)
  for (const [position, { path, label, blocks }] of pages.entries()) {
    const written = JSON.stringify(blocksOf(path).parse(blocks))
    await db.query(
      `insert into pages (path, label, position, is_demo) values ($1, $2, $3, $4)
       on conflict (path) do update set label = excluded.label, position = excluded.position
       where (pages.label, pages.position) is distinct from (excluded.label, excluded.position)`,
      [path, label, position, isDemo],
    )
    const page = await db.one<SeedState>(seedState, [path, written, isDemo])
    if (page.is_ours || page.is_current) continue
    await db.query(
      `with planted as (
         insert into page_versions (path, number, blocks, is_planted) values ($1, $2, $3, true) returning id)
       update pages set version = $2, updated_at = now() from planted where path = $1`,
      [path, page.version + 1, written],
    )
    if (isDemo)
      await db.query(
        `update pages p set published_version_id = v.id, published_at = now()
         from page_versions v where p.path = $1 and v.path = p.path and v.number = p.version`,
        [path],
      )
  }
}

const seedState = `
  select p.path, p.version,
    exists (select from page_versions v where v.path = p.path and not v.is_planted)
      or (p.published_version_id is not null and not $3) as is_ours,
    exists (select from page_versions v where v.path = p.path and v.number = p.version and v.blocks = $2::jsonb) as is_current
  from pages p where p.path = $1`

/** Removes the demo's pages. Edited pages are preserved as pages of the business. */
export async function removeDemoPages(db: Db) {
  await db.query(
    `delete from pages p where is_demo and not exists (select from page_versions v where v.path = p.path and not v.is_planted)`,
  )
  await db.query('update pages set is_demo = false where is_demo')
}

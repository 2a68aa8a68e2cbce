// A published page for database tests, whose site has no pages at first.
import type { DefaultPage } from '#platform/pages/pages.ts'
import type { TestDatabase } from './open-database.ts'

/** Publishes the blocks at the path of the page. */
export async function publishPage(db: TestDatabase, { path, label, blocks }: DefaultPage) {
  await db.sql('insert into pages (path, label) values ($1, $2) on conflict do nothing', [path, label])
  await db.sql(
    `with made as (
       insert into page_versions (path, number, blocks)
       select $1, 900 + count(*), $2 from page_versions where path = $1 returning id)
     update pages set published_version_id = made.id, published_at = now() from made where path = $1`,
    [path, JSON.stringify(blocks)],
  )
}

export const withdrawPage = (db: TestDatabase, path: string) =>
  db.sql('update pages set published_version_id = null, published_at = null where path = $1', [path])

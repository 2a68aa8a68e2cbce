// Saving and publishing pages. Blocks are validated here against the schemas of their kinds, which no constraint could do.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { pictureIdsIn } from './pictures-in.ts'
import { setMenuEntry } from './menu-entry.server.ts'
import { blocksOf, isSiteWide, PagePublish, PageSave, refusals, PageSaved, SitePublish } from './pages.ts'

/** Whether the caller may edit the site. */
export const editsSite = async (db: Db) => (await db.one<{ may: boolean }>('select public.is_site_editor() as may')).may

const runsBusiness = async (db: Db) =>
  (await db.one<{ may: boolean }>(`select public.has_role('owner', 'admin') as may`)).may

/** The valid blocks of this page, or a Refusal that names the fields: `blocks.2.content.title`. */
export function checkBlocks(path: string, blocks: readonly unknown[]) {
  const { data, error } = blocksOf(path).safeParse(blocks)
  if (data) return data
  const fields: Record<string, string> = Object.create(null)
  for (const issue of error.issues) fields[['blocks', ...issue.path].join('.')] ??= issue.message
  throw new Refusal('invalid_input', 422, error.issues[0]?.message ?? refusals.invalid_input, fields)
}

/** Locks the referenced pictures until the commit, so that none is deleted while the page is saved. */
export async function checkPictures(db: Db, blocks: readonly { content: unknown }[]) {
  const ids = pictureIdsIn(blocks)
  if (ids.length === 0) return
  const found = await db.query<{ id: string }>('select id from pictures where id = any ($1) for key share', [ids])
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length === 0) return
  const at = blocks.findIndex((block) => pictureIdsIn(block).some((id) => missing.includes(id)))
  throw new Refusal('picture_missing', 422, refusals.picture_missing, { [`blocks.${at}`]: refusals.picture_missing })
}

export const savePage = defineFunction({
  name: 'save-page',
  caller: editsSite,
  as: 'service',
  refusals,
  input: PageSave,
  output: PageSaved,
  async run({ input: { path, blocks, seenVersion, note }, db, caller }) {
    const checked = checkBlocks(path, blocks)
    await checkPictures(db, checked)
    const stored = JSON.stringify(checked)
    const [page] = await db.query<{ version: number }>('select version from pages where path = $1 for update', [path])
    if (!page) throw refusal('page_not_found', 404)
    if (page.version !== seenVersion) throw refusal('stale_version', 409)
    const [same] = await db.query<PageSaved>(
      'select id, number from page_versions where path = $1 and number = $2 and blocks = $3::jsonb',
      [path, page.version, stored],
    )
    if (same) return same
    await db.query('update pages set version = version + 1, updated_at = now() where path = $1', [path])
    return db.one<PageSaved>(
      `insert into page_versions (path, number, blocks, note, created_by) values ($1, $2, $3, $4, $5) returning id, number`,
      [path, page.version + 1, stored, note, caller.userId],
    )
  },
})

export const publishPage = defineFunction({
  name: 'publish-page',
  caller: editsSite,
  as: 'service',
  refusals,
  input: PagePublish,
  output: z.object({ publishedId: z.uuid().nullable() }),
  async run({ input: { path, versionId, seenPublishedId, inMenu }, db, caller }) {
    const [page] = await db.query<{ id: string | null; label: string }>(
      'select published_version_id as id, label from pages where path = $1 for update',
      [path],
    )
    if (!page) throw refusal('page_not_found', 404)
    if (page.id !== versionId) {
      if (page.id !== seenPublishedId) throw refusal('stale_version', 409)
      if (versionId) await checkVersion(db, path, versionId)
      await db.query(
        `update pages set published_version_id = $2::uuid, published_by = $3, publish_at = null, scheduled_version_id = null,
           published_at = case when $2::uuid is not null then now() end where path = $1`,
        [path, versionId, caller.userId],
      )
    }
    if (inMenu !== undefined && !isSiteWide(path)) {
      const isShown = inMenu && versionId !== null
      await setMenuEntry(db, { path, label: page.label, isShown, by: caller.userId })
    }
    return { publishedId: versionId }
  },
})

/** An old version may contain block kinds that have been removed. */
async function checkVersion(db: Db, path: string, id: string) {
  const [version] = await db.query<{ blocks: unknown[] }>(
    'select blocks from page_versions where id = $1 and path = $2',
    [id, path],
  )
  if (!version) throw refusal('version_not_found', 404)
  checkBlocks(path, version.blocks)
}

export const publishSite = defineFunction({
  name: 'publish-site',
  caller: runsBusiness,
  as: 'service',
  refusals,
  input: SitePublish,
  output: z.object({ pages: z.int() }),
  async run({ input: { paths }, db, caller }) {
    const published = await db.query(
      `update pages p set published_version_id = v.id, published_at = now(), published_by = $2,
         publish_at = null, scheduled_version_id = null
       from page_versions v
       where p.path = any ($1) and v.path = p.path and v.number = p.version and p.published_version_id is distinct from v.id
       returning p.path`,
      [paths, caller.userId],
    )
    await db.query(
      'update business_profiles set published_at = coalesce(published_at, now()) where user_id = private.business_owner()',
    )
    return { pages: published.length }
  },
})

const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])

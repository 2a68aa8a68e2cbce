// Pages of the owner: creation, settings and path, scheduled publication, deletion.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { pageTemplates } from './content/page-templates.ts'
import { moveFrameLinks } from './menu-entry.server.ts'
import { checkBlocks, checkPictures, editsSite } from './pages.server.ts'
import { readBlocks } from './blocks.ts'
import { type Block, type Layout, PageAdd, PageDelete, PageSchedule, PageSettings, refusals } from './pages.ts'

const atPath = z.object({ path: z.string() })

export const addPage = defineFunction({
  name: 'add-page',
  caller: editsSite,
  as: 'service',
  refusals,
  input: PageAdd,
  output: atPath,
  async run({ input: { label, slug, layout, template, copyOf }, db, caller }) {
    const path = `/${slug}`
    const blocks = checkBlocks(path, copyOf ? await newestBlocks(db, copyOf) : fromTemplate(template, label))
    await checkPictures(db, blocks)
    if (!(await insertOwnPage(db, { path, label, layout, blocks, by: caller.userId }))) throw refusal('slug_taken', 409)
    return { path }
  },
})

type NewPage = { path: string; label: string; layout: Layout; blocks: readonly Block[]; by: string | undefined }

/** Inserts a draft. Returns false if the path belongs to another page. */
export async function insertOwnPage(db: Db, { path, label, layout, blocks, by }: NewPage): Promise<boolean> {
  const [added] = await db.query(
    `insert into pages (path, label, position, is_own, layout, version)
     select $1, $2, coalesce(max(position), 0) + 1, true, $3, 1 from pages on conflict (path) do nothing returning 1`,
    [path, label, layout],
  )
  if (!added) return false
  await db.query('insert into page_versions (path, number, blocks, created_by) values ($1, 1, $2, $3)', [
    path,
    JSON.stringify(blocks),
    by,
  ])
  return true
}

/** Changes name, layout and path. The former path of a published page redirects permanently, and menu and footer link to the new one. */
export const changePage = defineFunction({
  name: 'change-page',
  caller: editsSite,
  as: 'service',
  refusals,
  input: PageSettings,
  output: atPath,
  async run({ input: { path, label, slug, layout }, db, caller }) {
    await lockOwnPage(db, path)
    await db.query('update pages set label = $2, layout = $3, updated_at = now() where path = $1', [
      path,
      label,
      layout,
    ])
    const to = `/${slug}`
    if (to === path) return { path }
    const [taken] = await db.query('select 1 from pages where path = $1', [to])
    if (taken) throw refusal('slug_taken', 409)
    await db.query('select private.move_own_page($1, $2)', [path, to])
    await moveFrameLinks(db, { from: path, to, by: caller.userId })
    return { path: to }
  },
})

export const deletePage = defineFunction({
  name: 'delete-page',
  caller: editsSite,
  as: 'service',
  refusals,
  input: PageDelete,
  output: z.object({}),
  async run({ input: { path, redirectTo }, db }) {
    await lockOwnPage(db, path)
    await db.query('select private.delete_own_page($1, $2)', [path, redirectTo])
    return {}
  },
})

export const schedulePage = defineFunction({
  name: 'schedule-page',
  caller: editsSite,
  as: 'service',
  refusals,
  input: PageSchedule,
  output: z.object({}),
  async run({ input: { path, versionId, at }, db }) {
    const [version] = await db.query<{ blocks: unknown[] }>(
      `select v.blocks from page_versions v join pages p on p.path = v.path where v.id = $1 and v.path = $2 for update of p`,
      [versionId, path],
    )
    if (!version) throw refusal('version_not_found', 404)
    if (at && Date.parse(at) <= Date.now()) throw refusal('hour_in_the_past', 422)
    checkBlocks(path, version.blocks)
    await db.query('select private.schedule_page($1, $2, $3)', [path, versionId, at])
    return {}
  },
})

export const publishScheduledPage: Task = async (payload, { pool }) => {
  await pool.query('select public.publish_due_page($1)', [(payload as { path: string }).path])
}

async function newestBlocks(db: Db, path: string): Promise<Block[]> {
  const [newest] = await db.query<{ blocks: unknown[] }>(
    'select v.blocks from pages p join page_versions v on v.path = p.path and v.number = p.version where p.path = $1',
    [path],
  )
  if (!newest) throw refusal('page_not_found', 404)
  return readBlocks(newest.blocks)
}

function fromTemplate(name: string, label: string): Block[] {
  const template = pageTemplates.find((each) => each.name === name)
  if (!template) throw refusal('page_template_unknown', 422)
  return template.blocks(label)
}

async function lockOwnPage(db: Db, path: string) {
  const [page] = await db.query<{ is_own: boolean }>('select is_own from pages where path = $1 for update', [path])
  if (!page) throw refusal('page_not_found', 404)
  if (!page.is_own) throw refusal('page_of_the_system', 409)
}

const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])

// Adds, moves and removes the menu's link to a page, in the transaction that publishes or moves the page.
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { isDeepEqual } from '#lib/deep-equal.ts'
import { readBlocks } from './blocks.ts'
import { frame as defaultFrame } from './content/frame.ts'
import { isInMenu, lacksPlace, withMenuEntry, withMovedLinks, withoutMenuEntry } from './menu-entry.ts'
import { blocksOf, framePath, refusals } from './pages.ts'

type Frame = { version: number; shown: string | null; scheduled: string | null }
type FrameVersion = { id: string | null; blocks: readonly unknown[]; is_planted: boolean }
type MenuChange = { path: string; label: string; isShown: boolean; by: string | undefined }

const frameQuery =
  'select version, published_version_id as shown, scheduled_version_id as scheduled from pages where path = $1 for update'

/** Changes the link in the shown menu, its draft and its scheduled version; other changes of a draft remain unpublished. */
export async function setMenuEntry(db: Db, { path, label, isShown, by }: MenuChange) {
  const [frame] = await db.query<Frame>(frameQuery, [framePath])
  if (!frame) throw new Refusal('page_not_found', 404, refusals.page_not_found)
  const versions = await readVersions(db, frame)
  const newest = versions.at(-1)
  // Before its first publication visitors see the default menu.
  const shownId = frame.shown ?? (newest?.is_planted ? newest.id : null)
  if (shownId === null) versions.unshift({ id: null, blocks: defaultFrame.blocks, is_planted: true })
  const shown = versions.find(({ id }) => id === shownId)
  if (isInMenu(readBlocks(shown?.blocks ?? []), path) === isShown) return

  const change = (blocks: readonly unknown[]) => changeVersion(blocks, { path, label, isShown })
  const { number, replaced } = await addVersions(db, { frame, versions, change, by })
  await db.query(
    `update pages set version = $2, updated_at = now(), published_version_id = $3, published_at = now(), published_by = $4,
       scheduled_version_id = $5 where path = $1`,
    [framePath, number, replaced.get(shownId), by, frame.scheduled && replaced.get(frame.scheduled)],
  )
}

/** Moves the links to a page in menu and footer with it: in the shown ones, their draft and their scheduled version. */
export async function moveFrameLinks(db: Db, { from, to, by }: { from: string; to: string; by: string | undefined }) {
  const [frame] = await db.query<Frame>(frameQuery, [framePath])
  if (!frame) return
  const versions = await readVersions(db, frame)
  const change = (blocks: readonly unknown[]) => withMovedLinks(blocks, { from, to })
  if (versions.every(({ blocks }) => isDeepEqual(change(blocks), blocks))) return
  const { number, replaced } = await addVersions(db, { frame, versions, change, by })
  await db.query(
    `update pages set version = $2, updated_at = now(), published_version_id = $3, scheduled_version_id = $4 where path = $1`,
    [framePath, number, frame.shown && replaced.get(frame.shown), frame.scheduled && replaced.get(frame.scheduled)],
  )
}

type NewVersions = {
  frame: Frame
  versions: readonly FrameVersion[]
  change: (blocks: readonly unknown[]) => readonly unknown[]
  by: string | undefined
}

/** Adds a changed copy of each version, in the order of their numbers, so that the draft is the newest version again. */
async function addVersions(db: Db, { frame, versions, change, by }: NewVersions) {
  let number = frame.version
  const replaced = new Map<string | null, string>()
  for (const { id, blocks } of versions) {
    number += 1
    const added = await db.one<{ id: string }>(
      'insert into page_versions (path, number, blocks, created_by) values ($1, $2, $3, $4) returning id',
      [framePath, number, JSON.stringify(change(blocks)), by],
    )
    replaced.set(id, added.id)
  }
  return { number, replaced }
}

/** The newest, the published and the scheduled version, by number. */
const readVersions = (db: Db, { version, shown, scheduled }: Frame) =>
  db.query<FrameVersion>(
    `select id, blocks, is_planted from page_versions where path = $1 and (number = $2 or id in ($3, $4)) order by number`,
    [framePath, version, shown, scheduled],
  )

function changeVersion(stored: readonly unknown[], { path, label, isShown }: Omit<MenuChange, 'by'>) {
  const blocks = readBlocks(stored)
  if (isShown && lacksPlace(blocks, path)) throw new Refusal('menu_full', 409, refusals.menu_full)
  const changed = isShown ? withMenuEntry(blocks, { path, label }) : withoutMenuEntry(blocks, path)
  const { data, error } = blocksOf(framePath).safeParse(changed)
  if (!data) throw new Refusal('invalid_input', 422, error.issues[0]?.message ?? refusals.invalid_input)
  return data
}

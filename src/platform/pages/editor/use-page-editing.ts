// Page editing: undo history, saves with optimistic locking, publishing.
import { useReducer, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { type Block, readBlocks } from '#platform/pages/blocks.ts'
import {
  type OpenedPage,
  readOpenedPage,
  useLivePages,
  usePublishPage,
  useSavePage,
  useSchedulePage,
} from '#platform/pages/editing.data.ts'
import { blocksOf, refusals } from '#platform/pages/pages.ts'
import { isDeepEqual } from '#lib/deep-equal.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { toast } from '#ui/toast/toast.tsx'
import { useSingleFlight } from '#platform/editing/single-flight.ts'
import { createEditHistory, applyEdit } from './undoable-edits.ts'

/** The last saved version the client has read. */
type LastRead = { page: OpenedPage; blocks: readonly Block[] }

export function usePageEditing(opened: OpenedPage) {
  const backend = useBackend()
  const [seen, setSeen] = useState<LastRead>(() => ({ page: opened, blocks: readBlocks(opened.blocks) }))
  const [editing, step] = useReducer(applyEdit, seen.blocks, createEditHistory)
  const [theirs, setTheirs] = useState<LastRead>()
  const [othersVersion, setOthersVersion] = useState(0)
  const [showAll, setShowAll] = useState(false)
  const { path } = opened
  const save = useSavePage(path)
  const publish = usePublishPage(path)
  const schedule = useSchedulePage()
  const { running, run } = useSingleFlight<'save' | 'publish' | 'unpublish' | 'settle' | 'menu'>()
  const isUnsaved = !isDeepEqual(seen.blocks, editing.blocks)

  async function readOthersVersion() {
    const newest = await readOpenedPage(backend, path).catch(() => null)
    if (newest?.version) setOthersVersion(newest.version)
  }
  useLivePages(
    (page) => {
      if (page.path === path && page.version) setOthersVersion(page.version)
    },
    () => void readOthersVersion(),
  )

  /** Resolves to the saved page; undefined if saving failed, which was already reported to the user. */
  async function saveNow(blocks = editing.blocks, over = seen, note?: string): Promise<OpenedPage | undefined> {
    const { success, error } = blocksOf(path).safeParse(blocks)
    if (!success) {
      setShowAll(true)
      toast.error(error.issues[0]?.path.length ? refusals.invalid_input : error.issues[0]!.message, { id: 'page-save' })
      return undefined
    }
    try {
      const saved = await save.mutateAsync({ blocks, seenVersion: over.page.version, ...(note && { note }) })
      const page = { ...over.page, version: saved.number, newest_id: saved.id, newest_is_planted: false }
      setSeen({ page, blocks })
      setShowAll(false)
      return page
    } catch (failure) {
      if (refusalCode(failure) !== 'stale_version') return void notSaved(failure)
      const newest = await readOpenedPage(backend, path).catch(() => null)
      if (!newest) return void notSaved(failure)
      setTheirs({ page: newest, blocks: readBlocks(newest.blocks) })
      return undefined
    }
  }

  async function publishNow(versionId: string | null, page = seen.page, joinsMenu = false) {
    try {
      const seenPublishedId = page.published_version_id
      await publish.mutateAsync({ versionId, seenPublishedId, ...(joinsMenu && { inMenu: true }) })
      setSeen((now) => ({
        ...now,
        page: { ...now.page, published_version_id: versionId, publish_at: null, scheduled_version_id: null },
      }))
      return true
    } catch (failure) {
      if (refusalCode(failure) === 'stale_version') {
        const newest = await readOpenedPage(backend, path).catch(() => null)
        if (newest)
          setSeen((now) => ({ ...now, page: { ...now.page, published_version_id: newest.published_version_id } }))
      }
      toast.error(refusalText(failure, refusals), { title: 'הפרסום לא הצליח', id: 'page-save' })
      return false
    }
  }

  /** `shownId`: the published version. */
  async function changeMenu(inMenu: boolean, shownId: string): Promise<void> {
    try {
      await publish.mutateAsync({ versionId: shownId, seenPublishedId: shownId, inMenu })
      toast.success(inMenu ? 'העמוד נוסף לתפריט האתר' : 'העמוד הוסר מתפריט האתר', {
        action: menuAction(!inMenu, shownId),
      })
    } catch (failure) {
      toast.error(refusalText(failure, refusals), { title: 'התפריט לא השתנה' })
    }
  }

  const menuAction = (inMenu: boolean, shownId: string) => ({
    text: inMenu ? 'החזרה' : 'הסרה מהתפריט',
    run: () => void run('menu', () => changeMenu(inMenu, shownId)),
  })

  return {
    page: seen.page,
    blocks: editing.blocks,
    mayUndo: editing.past.length > 0,
    isUnsaved,
    showAll,
    step,
    theirs,
    base: seen.blocks,
    isSaving: running === 'save' || running === 'settle',
    isPublishing: running === 'publish',
    /** Whether a newer version than the one read exists. */
    isBehind: othersVersion > seen.page.version && !save.isPending,
    forgetTheirs: () => setTheirs(undefined),
    save: () =>
      run('save', async () => {
        if (await saveNow()) toast.success('הטיוטה נשמרה', { id: 'page-save' })
      }),
    /** Saves pending edits and publishes; `joinsMenu` adds a link to the page to the menu. */
    publish: (joinsMenu = false) =>
      run('publish', async () => {
        const page = isUnsaved ? await saveNow() : seen.page
        if (!page || !(await publishNow(page.newest_id, page, joinsMenu))) return
        const title = 'העמוד מפורסם, ומבקרים רואים אותו מעכשיו'
        const action = menuAction(false, page.newest_id)
        if (joinsMenu) toast.success('נוסף גם קישור בתפריט האתר', { title, action, id: 'page-save' })
        else toast.success(title, { id: 'page-save' })
      }),
    /** Adds or removes the menu's link to the published page. */
    changeMenu: (inMenu: boolean) =>
      run('menu', async () => {
        const shownId = seen.page.published_version_id
        if (shownId) await changeMenu(inMenu, shownId)
      }),
    /** Saves pending edits and schedules the publication; null removes the schedule. Resolves to whether it succeeded. */
    schedule: (at: string | null) =>
      run('publish', async () => {
        const page = isUnsaved ? await saveNow() : seen.page
        if (!page) return
        try {
          await schedule.mutateAsync({ path, versionId: page.newest_id, at })
          setSeen((now) => ({
            ...now,
            page: { ...now.page, publish_at: at, scheduled_version_id: at ? page.newest_id : null },
          }))
          toast.success(at ? `העמוד יפורסם ${relativeDay(at)}` : 'התזמון בוטל', { id: 'page-save' })
        } catch (failure) {
          toast.error(refusalText(failure, refusals), { title: 'התזמון לא הצליח', id: 'page-save' })
        }
      }),
    /** Called after a change of name or layout. */
    noteSettings: (settings: Pick<OpenedPage, 'label' | 'layout'>) =>
      setSeen((now) => ({ ...now, page: { ...now.page, ...settings } })),
    unpublish: () =>
      run('unpublish', async () => {
        const before = seen.page.published_version_id
        if (await publishNow(null))
          toast.info('העמוד הוסר מהאתר', {
            id: 'page-save',
            action: { text: 'החזרה', run: () => void publishNow(before, { ...seen.page, published_version_id: null }) },
          })
      }),
    /** Saves the merged blocks over the concurrent version. */
    settle: (blocks: readonly Block[]) =>
      run('settle', async () => {
        const over = theirs!
        setTheirs(undefined)
        step({ do: 'replace', blocks })
        setSeen(over)
        if (await saveNow(blocks, over)) toast.success('שני השינויים נשמרו יחד', { id: 'page-save' })
      }),
  }
}

const relativeDay = (at: string) => `ב־${formatDate(at)} בשעה ${formatTime(at)}`

const notSaved = (failure: unknown) =>
  toast.error(refusalText(failure, refusals), { title: 'העמוד לא נשמר', id: 'page-save' })

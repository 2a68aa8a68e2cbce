// Writing one page: the steps, saving over what was seen and nothing else, showing it to visitors.
import { useReducer, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { type Block, readBlocks } from '#features/pages/blocks.ts'
import {
  type OpenedPage,
  readOpenedPage,
  useLivePages,
  usePublishPage,
  useSavePage,
} from '#features/pages/editing.data.ts'
import { blocksOf, refusals } from '#features/pages/pages.ts'
import { isDeepEqual } from '#features/pages/merge-blocks.ts'
import { toast } from '#ui/toast/toast.tsx'
import { useOneAtATime } from '../one-at-a-time.ts'
import { beginEditing, takeStep } from './editing.ts'

/** What was saved last as far as this person has seen it. */
type Seen = { page: OpenedPage; blocks: readonly Block[] }

export function usePageEditing(opened: OpenedPage) {
  const backend = useBackend()
  const [seen, setSeen] = useState<Seen>(() => ({ page: opened, blocks: readBlocks(opened.blocks) }))
  const [editing, step] = useReducer(takeStep, seen.blocks, beginEditing)
  const [theirs, setTheirs] = useState<Seen>()
  const [othersVersion, setOthersVersion] = useState(0)
  const [showAll, setShowAll] = useState(false)
  const { path } = opened
  const save = useSavePage(path)
  const publish = usePublishPage(path)
  const { doing, once } = useOneAtATime<'save' | 'publish' | 'unpublish' | 'settle'>()
  const isUnsaved = !isDeepEqual(seen.blocks, editing.blocks)

  useLivePages((page) => {
    if (page.path === path && page.version) setOthersVersion(page.version)
  })

  /** Answers what is saved now; undefined when it is not, and then it was said why. */
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

  async function publishNow(versionId: string | null, page = seen.page) {
    try {
      await publish.mutateAsync({ versionId, seenPublishedId: page.published_version_id })
      setSeen((now) => ({ ...now, page: { ...now.page, published_version_id: versionId } }))
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

  return {
    page: seen.page,
    blocks: editing.blocks,
    mayUndo: editing.past.length > 0,
    isUnsaved,
    showAll,
    step,
    theirs,
    base: seen.blocks,
    isSaving: doing === 'save' || doing === 'settle',
    isPublishing: doing === 'publish',
    /** Somebody else saved since this person last saw the page. */
    isBehind: othersVersion > seen.page.version && !save.isPending,
    forgetTheirs: () => setTheirs(undefined),
    save: () =>
      once('save', async () => {
        if (await saveNow()) toast.success('הטיוטה נשמרה', { id: 'page-save' })
      }),
    /** Saves what there is to save and shows it to visitors. */
    publish: () =>
      once('publish', async () => {
        const page = isUnsaved ? await saveNow() : seen.page
        if (page && (await publishNow(page.newest_id, page)))
          toast.success('העמוד מפורסם, ומבקרים רואים אותו מעכשיו', { id: 'page-save' })
      }),
    unpublish: () =>
      once('unpublish', async () => {
        const before = seen.page.published_version_id
        if (await publishNow(null))
          toast.info('העמוד הוסר מהאתר', {
            id: 'page-save',
            action: { text: 'החזרה', run: () => void publishNow(before, { ...seen.page, published_version_id: null }) },
          })
      }),
    /** Both sides together, saved over theirs. */
    settle: (blocks: readonly Block[]) =>
      once('settle', async () => {
        const over = theirs!
        setTheirs(undefined)
        step({ do: 'replace', blocks })
        setSeen(over)
        if (await saveNow(blocks, over)) toast.success('שני השינויים נשמרו יחד', { id: 'page-save' })
      }),
  }
}

const notSaved = (failure: unknown) =>
  toast.error(refusalText(failure, refusals), { title: 'העמוד לא נשמר', id: 'page-save' })

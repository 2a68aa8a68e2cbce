// Writing one post: it saves itself a moment after the last keystroke, one save after the other, and tells when somebody else was faster.
import { refusalCode } from '#client/refusal.ts'
import type { SavedPost, Written } from '#features/blog/blog.ts'
import { type OpenedPost, slugNow } from '#features/blog/editing.data.ts'

/** The post as far as this person knows it; what changes beside its text. */
export type PostState = Pick<
  OpenedPost,
  'id' | 'status' | 'version' | 'featured' | 'published_at' | 'scheduled_for'
> & {
  slug: string
  /** What visitors read, or will read, is what was saved last. */
  isShownAsSaved: boolean
}

/** `behind`: somebody else saved after this person read the post, and nothing more is saved until one of both texts is chosen. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'failed' | 'behind'

export type Writing = { state: PostState; written: Written; saving: Saving; savedAt: string }

type Save = (written: Written, of: { id: string; seenVersion: number }) => Promise<SavedPost>
type Options = { opened: OpenedPost; save: Save; onFailed: (error: unknown) => void; pauseMs?: number }

export function beginWriting({ opened, save, onFailed, pauseMs = 1200 }: Options) {
  let now: Writing = {
    state: stateOf(opened),
    written: writtenOf(opened),
    saving: 'saved',
    savedAt: opened.draft.saved_at,
  }
  let kept = now.written
  let running: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function tell(part: Partial<Writing>) {
    now = { ...now, ...part }
    for (const listener of listeners) listener()
  }

  async function saveAll(): Promise<boolean> {
    clearTimeout(timer)
    if (now.saving === 'behind') return false
    while (now.written !== kept) {
      const sent = now.written
      tell({ saving: 'saving' })
      try {
        const { version, slug, savedAt } = await save(sent, { id: now.state.id, seenVersion: now.state.version })
        kept = sent
        tell({ state: { ...now.state, version, slug, isShownAsSaved: false }, savedAt })
      } catch (error) {
        const isBehind = refusalCode(error) === 'post_changed_meanwhile'
        tell({ saving: isBehind ? 'behind' : 'failed' })
        if (!isBehind) onFailed(error)
        return false
      }
    }
    tell({ saving: 'saved' })
    return true
  }

  /** Saves until nothing is left to save. Answers whether that came about. */
  const saveNow = () => (running ??= saveAll().finally(() => (running = undefined)))

  return {
    read: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    save: saveNow,
    change: (part: Partial<Written>) => {
      tell({ written: { ...now.written, ...part } })
      if (now.saving === 'behind') return
      if (now.saving !== 'saving') tell({ saving: 'waiting' })
      clearTimeout(timer)
      timer = setTimeout(() => void saveNow(), pauseMs)
    },
    /** What was done with the post beside its text; its version counts on with it. */
    note: (part: Partial<PostState>) => tell({ state: { ...now.state, ...part } }),
    /** For the next call: the version as it is after the last save. */
    seen: () => ({ id: now.state.id, version: now.state.version }),
    /** Goes on from what somebody else saved, with the text of here: theirs stays in the history. */
    keepOver: (newest: OpenedPost) => {
      tell({ state: stateOf(newest), saving: 'waiting' })
      kept = writtenOf(newest)
      return saveNow()
    },
    close: () => clearTimeout(timer),
  }
}

const stateOf = (post: OpenedPost): PostState => ({
  ...post,
  slug: slugNow(post),
  isShownAsSaved: post.shown_id === post.draft_id,
})

function writtenOf({ draft }: OpenedPost): Written {
  const { title, excerpt, body, cover_id, cover_alt, cover_art, category_id, author_id, tags } = draft
  return { title, excerpt, body, cover_id, cover_alt, cover_art, category_id, author_id, tags }
}

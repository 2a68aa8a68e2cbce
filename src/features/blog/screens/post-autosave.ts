// Autosave of a post draft.
import { refusalCode } from '#client/refusal.ts'
import type { SavedPost, PostInput } from '#features/blog/blog.ts'
import { type OpenedPost, currentSlug } from '#features/blog/editing.data.ts'
import { type SaveState, type Autosave, createAutosave } from '#platform/editing/autosave.ts'

/** The state of the post besides its text, as last read. */
export type PostState = Pick<
  OpenedPost,
  'id' | 'status' | 'version' | 'featured' | 'published_at' | 'scheduled_for'
> & {
  slug: string
  /** Whether the last save is the published or scheduled revision. */
  isShownAsSaved: boolean
}

export type PostDraft = { state: PostState; written: PostInput; saving: SaveState; savedAt: string }

type Save = (written: PostInput, of: { id: string; seenVersion: number }) => Promise<SavedPost>
type Options = {
  opened: OpenedPost
  save: Save
  readNewest?: () => Promise<OpenedPost | null>
  onFailed: (error: unknown) => void
  pauseMs?: number
}

export function createPostAutosave({ opened, save, readNewest, onFailed, pauseMs }: Options) {
  const isConflict = (error: unknown) => refusalCode(error) === 'post_changed_meanwhile'
  const autosave: Autosave<PostDraft, 'written'> = createAutosave<PostDraft, 'written'>({
    opened: { state: stateOf(opened), written: writtenOf(opened), saving: 'saved', savedAt: opened.draft.saved_at },
    text: 'written',
    async save({ written, state }) {
      const { version, slug, savedAt } = await save(written, { id: state.id, seenVersion: state.version })
      return { state: { ...autosave.read().state, version, slug, isShownAsSaved: false }, savedAt }
    },
    isConflict,
    // The server may normalise a sent body. The stored text then differs, and the author resolves the conflict.
    async readStored(error) {
      const newest = isConflict(error) ? await readNewest?.() : undefined
      if (!newest) return undefined
      return {
        text: writtenOf(newest),
        accept: () => ({ state: stateOf(newest), savedAt: newest.draft.saved_at }),
      }
    },
    onFailed,
    pauseMs,
  })
  const { read, subscribe, change, close, update } = autosave
  return {
    read,
    subscribe,
    change,
    close,
    save: autosave.save,
    lastFailure: autosave.lastFailure,
    /** Records a change besides the text; such changes also increment the version. */
    note: (part: Partial<PostState>) => update({ state: { ...read().state, ...part } }),
    /** Id and current version, for the next request. */
    seen: () => ({ id: read().state.id, version: read().state.version }),
    /** Keeps the local text and saves it over the concurrent one, which remains a revision. */
    keepOver: (newest: OpenedPost) => autosave.saveOver(writtenOf(newest), { state: stateOf(newest) }),
  }
}

const stateOf = (post: OpenedPost): PostState => ({
  ...post,
  slug: currentSlug(post),
  isShownAsSaved: post.shown_id === post.draft_id,
})

function writtenOf({ draft }: OpenedPost): PostInput {
  const { title, excerpt, body, cover_id, cover_alt, cover_art, category_id, author_id, tags } = draft
  return { title, excerpt, body, cover_id, cover_alt, cover_art, category_id, author_id, tags }
}

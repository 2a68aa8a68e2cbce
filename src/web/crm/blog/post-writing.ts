// Writing one post.
import { refusalCode } from '#client/refusal.ts'
import type { SavedPost, Written } from '#features/blog/blog.ts'
import { type OpenedPost, currentSlug } from '#features/blog/editing.data.ts'
import { type Saving, type SelfSaving, selfSaving } from '../self-saving.ts'

/** The post as far as this person knows it; what changes beside its text. */
export type PostState = Pick<
  OpenedPost,
  'id' | 'status' | 'version' | 'featured' | 'published_at' | 'scheduled_for'
> & {
  slug: string
  /** What visitors read, or will read, is what was saved last. */
  isShownAsSaved: boolean
}

export type Writing = { state: PostState; written: Written; saving: Saving; savedAt: string }

type Save = (written: Written, of: { id: string; seenVersion: number }) => Promise<SavedPost>
type Options = { opened: OpenedPost; save: Save; onFailed: (error: unknown) => void; pauseMs?: number }

export function beginWriting({ opened, save, onFailed, pauseMs }: Options) {
  const writing: SelfSaving<Writing, 'written'> = selfSaving<Writing, 'written'>({
    opened: { state: stateOf(opened), written: writtenOf(opened), saving: 'saved', savedAt: opened.draft.saved_at },
    text: 'written',
    async save({ written, state }) {
      const { version, slug, savedAt } = await save(written, { id: state.id, seenVersion: state.version })
      return { state: { ...writing.read().state, version, slug, isShownAsSaved: false }, savedAt }
    },
    isBehind: (error) => refusalCode(error) === 'post_changed_meanwhile',
    onFailed,
    pauseMs,
  })
  const { read, subscribe, change, close, tell } = writing
  return {
    read,
    subscribe,
    change,
    close,
    save: writing.save,
    /** What was done with the post beside its text; its version counts on with it. */
    note: (part: Partial<PostState>) => tell({ state: { ...read().state, ...part } }),
    /** For the next call: the version as it is after the last save. */
    seen: () => ({ id: read().state.id, version: read().state.version }),
    /** Goes on from what somebody else saved, with the text of here: theirs stays in the history. */
    keepOver: (newest: OpenedPost) => writing.saveOver(writtenOf(newest), { state: stateOf(newest) }),
  }
}

const stateOf = (post: OpenedPost): PostState => ({
  ...post,
  slug: currentSlug(post),
  isShownAsSaved: post.shown_id === post.draft_id,
})

function writtenOf({ draft }: OpenedPost): Written {
  const { title, excerpt, body, cover_id, cover_alt, cover_art, category_id, author_id, tags } = draft
  return { title, excerpt, body, cover_id, cover_alt, cover_art, category_id, author_id, tags }
}

import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { refusals } from '#features/blog/blog.ts'
import { type OpenedPost, readOpenedPost, savePost } from '#features/blog/editing.data.ts'
import { useAutosave } from '#platform/editing/use-autosave.ts'
import { toast } from '#ui/toast/toast.tsx'
import { createPostAutosave } from './post-autosave.ts'

const toastId = 'post-save'

export type PostEditing = ReturnType<typeof usePostEditing>

/** Autosave of the opened post, for the lifetime of its screen. */
export function usePostEditing(opened: OpenedPost) {
  const backend = useBackend()
  const [autosave] = useState(() =>
    createPostAutosave({
      opened,
      save: (written, of) => savePost(backend, written, of),
      readNewest: () => readOpenedPost(backend, opened.id),
      onFailed: (error) => toast.error(refusalText(error, refusals), { title: 'המאמר עוד לא נשמר', id: toastId }),
    }),
  )
  const now = useAutosave(autosave, toastId)

  async function keepMine() {
    try {
      const newest = await readOpenedPost(backend, opened.id)
      if (newest) await autosave.keepOver(newest)
      else toast.error(refusals.post_gone, { id: toastId })
    } catch (error) {
      toast.error(refusalText(error, refusals), { id: toastId })
    }
  }
  const { save, change, note, seen } = autosave
  return { ...now, isUnsaved: now.saving !== 'saved', save, change, note, seen, keepMine }
}

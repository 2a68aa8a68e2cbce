import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Backend } from '#client/backend.ts'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import {
  type NoteDraft,
  type OpenedNote,
  readSavedNote,
  saveNote,
  type NoteVersion,
} from '#features/session-notes/session-notes.data.ts'
import { type NoteStep, refusals } from '#features/session-notes/session-notes.ts'
import { createAutosave, type SaveState } from '#platform/editing/autosave.ts'
import { EditConflict } from '#platform/editing/edit-conflict.ts'
import { useAutosave } from '#platform/editing/use-autosave.ts'
import { toast } from '#ui/toast/toast.tsx'

const noticeId = 'note-save'

type SavedNote = NoteVersion & NoteDraft
type Edit = { draft: NoteDraft; saving: SaveState; seen: NoteVersion; theirs: SavedNote | undefined; epoch: number }

/** Autosave of the opened note, for the lifetime of its screen. `epoch` changes when the server's text replaces the local text. */
export function useNoteAutosave(opened: OpenedNote) {
  const backend = useBackend()
  const queries = useQueryClient()
  const [autosave] = useState(() => openNote(backend, queries, opened))
  const now = useAutosave(autosave, noticeId)

  return {
    ...now,
    change: autosave.change,
    save: autosave.save,
    read: autosave.read,
    /** Replaces the local text with the server's. */
    takeTheirs() {
      const { theirs, epoch } = autosave.read()
      if (!theirs) return
      const draft = draftOf(theirs)
      void autosave.saveOver(draft, { draft, seen: theirs, theirs: undefined, epoch: epoch + 1 })
    },
    /** Saves the local text over the server's version, after the conflict was shown to the user. */
    saveMine() {
      const { theirs } = autosave.read()
      return theirs && autosave.saveOver(draftOf(theirs), { seen: theirs, theirs: undefined })
    },
    /** Called before the note is deleted: pending edits are discarded, and navigation is not blocked. */
    async discard() {
      if (autosave.read().saving === 'saving') await autosave.save()
      autosave.close()
      autosave.update({ saving: 'saved', theirs: undefined })
    },
    /** After tasks were created: applies the new version, and the task of each step. Text typed since is preserved. */
    async takeTasks() {
      const saved = await readSavedNote(backend, autosave.read().seen.id)
      // A save that started in between is refused as stale; its content is saved below.
      if (autosave.read().saving === 'saving') await autosave.save()
      const { draft, seen, saving } = autosave.read()
      // A colleague also saved: the next save reports the conflict.
      if (saved?.version !== seen.version + 1) return
      const tasks = new Map(saved.steps.map(({ id, task_id }) => [id, task_id]))
      const withTask = (step: NoteStep) => {
        const task_id = tasks.get(step.id)
        return task_id ? { ...step, task_id } : step
      }
      const withTasks = { ...draft, steps: draft.steps.map(withTask) }
      const part = { draft: withTasks, seen: saved, theirs: undefined }
      await autosave.saveOver(saving === 'saved' ? withTasks : draftOf(saved), part)
    },
  }
}

function openNote(backend: Backend, queries: QueryClient, opened: OpenedNote) {
  const autosave = createAutosave<Edit, 'draft'>({
    opened: { draft: draftOf(opened), saving: 'saved', seen: opened, theirs: undefined, epoch: 0 },
    text: 'draft',
    async save({ seen, draft }) {
      try {
        const { id, version } = await saveNote(backend, seen, draft)
        void queries.invalidateQueries({ queryKey: ['session-notes', 'of'] })
        return { seen: { id, version }, theirs: undefined }
      } catch (error) {
        if (error instanceof EditConflict) autosave.update({ theirs: (error.theirs as SavedNote | null) ?? undefined })
        throw error
      }
    },
    isConflict: (error) => refusalCode(error) === 'stale_version',
    async readStored(error) {
      const stored = error instanceof EditConflict ? (error.theirs as SavedNote | null) : null
      if (!stored) return undefined
      const { id, version } = stored
      return { text: draftOf(stored), accept: () => ({ seen: { id, version }, theirs: undefined }) }
    },
    onFailed: (error) => toast.error(refusalText(error, refusals), { title: 'הסיכום עוד לא נשמר', id: noticeId }),
  })
  return autosave
}

const draftOf = ({ title, held_on, private_md, shared_md, steps, shared_with }: NoteDraft): NoteDraft => ({
  title,
  held_on,
  private_md,
  shared_md,
  steps,
  shared_with,
})

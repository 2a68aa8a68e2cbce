import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Backend } from '#client/backend.ts'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import {
  type NoteDraft,
  type OpenedNote,
  readSavedNote,
  saveNote,
  type SeenNote,
} from '#features/session-notes/session-notes.data.ts'
import { refusals } from '#features/session-notes/session-notes.ts'
import { createAutosave, type SaveState } from '#platform/editing/autosave.ts'
import { EditConflict } from '#platform/editing/edit-conflict.ts'
import { toast } from '#ui/toast/toast.tsx'

type Saved = SeenNote & NoteDraft
type Edit = { draft: NoteDraft; saving: SaveState; seen: SeenNote; theirs: Saved | undefined; epoch: number }

/** Autosave of the opened note, for the lifetime of its screen. `epoch` changes when the server's words replace what was typed. */
export function useNoteAutosave(opened: OpenedNote) {
  const backend = useBackend()
  const queries = useQueryClient()
  const [writing] = useState(() => openNote(backend, queries, opened))
  const now = useSyncExternalStore(writing.subscribe, writing.read)
  useEffect(() => () => writing.close(), [writing])

  /** The server's words, in place of what is here. */
  const take = (theirs: Saved) => {
    const draft = draftOf(theirs)
    return writing.saveOver(draft, { draft, seen: theirs, theirs: undefined, epoch: writing.read().epoch + 1 })
  }
  return {
    ...now,
    change: writing.change,
    save: writing.save,
    read: writing.read,
    takeTheirs() {
      const { theirs } = writing.read()
      if (theirs) void take(theirs)
    },
    /** Saves what is here over the server's version, which the caller was shown to exist. */
    saveMine() {
      const { theirs } = writing.read()
      return theirs && writing.saveOver(draftOf(theirs), { seen: theirs, theirs: undefined })
    },
    /** After a function changed the row: its new version, and what it wrote. */
    async reread() {
      const { id } = writing.read().seen
      const saved = await readSavedNote(backend, id)
      if (saved) await take(saved)
    },
  }
}

function openNote(backend: Backend, queries: QueryClient, opened: OpenedNote) {
  const writing = createAutosave<Edit, 'draft'>({
    opened: { draft: draftOf(opened), saving: 'saved', seen: opened, theirs: undefined, epoch: 0 },
    text: 'draft',
    async save({ seen, draft }) {
      try {
        const { id, version } = await saveNote(backend, seen, draft)
        void queries.invalidateQueries({ queryKey: ['session-notes', 'of'] })
        return { seen: { id, version }, theirs: undefined }
      } catch (error) {
        if (error instanceof EditConflict) writing.update({ theirs: (error.theirs as Saved | null) ?? undefined })
        throw error
      }
    },
    isConflict: (error) => refusalCode(error) === 'stale_version',
    onFailed: (error) => toast.error(refusalText(error, refusals), { title: 'הסיכום עוד לא נשמר', id: 'note-save' }),
  })
  return writing
}

const draftOf = ({ title, held_on, private_md, shared_md, steps, shared_with }: NoteDraft): NoteDraft => ({
  title,
  held_on,
  private_md,
  shared_md,
  steps,
  shared_with,
})

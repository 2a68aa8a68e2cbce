// State of the draft editor: undo, autosave with optimistic locking, publishing.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import { createAutosave, type SaveState } from '#platform/editing/autosave.ts'
import { EditConflict } from '#platform/editing/edit-conflict.ts'
import { useSingleFlight } from '#platform/editing/single-flight.ts'
import { useAutosave } from '#platform/editing/use-autosave.ts'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { toast } from '#ui/toast/toast.tsx'
import { invoke } from '#client/invoke.ts'
import { refusals } from '../form-texts.ts'
import { key, readOwnForm, saveForm } from '../forms.data.ts'
import type { Form } from '../forms.ts'
import { publishProblem } from '../screens/use-form-actions.ts'
import { applyEdit, createHistory } from './draft-edits.ts'
import { type FormDraft, readDraft } from './form-draft.ts'
import { isSameDraft } from './same-draft.ts'

const noticeId = 'form-save'

/** `seen`: the draft when the row was last read or written. */
type Now = { content: { draft: FormDraft }; version: number; seen: FormDraft; saving: SaveState }

/** `theirs`: the draft that another editor saved. */
export type Conflict = { draft: FormDraft; version: number }

export function useFormBuilder(form: Form) {
  const backend = useBackend()
  const queries = useQueryClient()
  const [history, edit] = useReducer(applyEdit, undefined, () => createHistory(readDraft(form.draft, form.title)))
  const [theirs, setTheirs] = useState<Conflict>()
  const [autosave] = useState(() =>
    createAutosave<Now, 'content'>({
      opened: { content: { draft: history.draft }, version: form.version, seen: history.draft, saving: 'saved' },
      text: 'content',
      save: ({ content: { draft }, version, seen }) => saveDraft(backend, form, { draft, version, seen }),
      isConflict: (error) => {
        const stored = storedDraft(error)
        if (stored) setTheirs(stored)
        return stored !== undefined
      },
      async readStored(error) {
        const stored = storedDraft(error)
        if (!stored) return undefined
        const { draft, version } = stored
        return { text: { draft }, accept: () => ({ version, seen: draft }) }
      },
      onFailed: (error) => void toast.error(refusalText(error, refusals), { title: 'הטופס לא נשמר', id: noticeId }),
    }),
  )
  const now = useAutosave(autosave, noticeId)
  const { running, run } = useSingleFlight<'publish'>()
  useEffect(() => {
    if (autosave.read().content.draft !== history.draft) autosave.change({ draft: history.draft })
  }, [autosave, history.draft])
  useEffect(() => () => void queries.invalidateQueries({ queryKey: key }), [queries])
  useUnsaved(now.saving !== 'saved', autosave.save)

  async function publishNow() {
    if (!(await autosave.save())) return
    try {
      const { version } = await invoke<{ version: number }>(backend, 'publish-form', {
        id: form.id,
        expectedVersion: autosave.read().version,
      })
      const row = await readOwnForm(backend, form.id)
      if (row) autosave.update({ version: row.version })
      toast.success(version === 1 ? 'הטופס פורסם' : `פורסם נוסח ${version}. מי שכבר התחילו ממשיכים בנוסח שלהם`)
      await queries.invalidateQueries({ queryKey: key })
    } catch (error) {
      toast.error(publishProblem(error), { title: 'הטופס לא פורסם' })
    }
  }

  return {
    draft: history.draft,
    mayUndo: history.past.length > 0,
    edit,
    saving: now.saving,
    save: autosave.save,
    theirs,
    isPublishing: running === 'publish',
    publish: () => run('publish', publishNow),
    /** Overwrites the other editor's draft with this one. */
    keepMine() {
      if (!theirs) return
      setTheirs(undefined)
      void autosave.saveOver({ draft: theirs.draft }, { version: theirs.version, seen: theirs.draft })
    },
    /** Switches to the other draft; undo restores this one. */
    takeTheirs() {
      if (!theirs) return
      setTheirs(undefined)
      const content = { draft: theirs.draft }
      void autosave.saveOver(content, { content, version: theirs.version, seen: theirs.draft })
      edit({ do: 'replace', draft: theirs.draft })
    },
  }
}

/** The current row after a stale_version refusal; undefined after other errors. */
function storedDraft(error: unknown): Conflict | undefined {
  const row = error instanceof EditConflict ? (error.theirs as Form | null) : null
  return row ? { draft: readDraft(row.draft, row.title), version: row.version } : undefined
}

type Save = { draft: FormDraft; version: number; seen: FormDraft }

/** If the stored draft equals `seen`, only settings or status changed, so the save is retried with the new version. */
async function saveDraft(backend: Backend, { id, title }: Form, { draft, version, seen }: Save) {
  try {
    return { version: (await saveForm(backend, { id, version }, { draft })).version, seen: draft }
  } catch (error) {
    const row = error instanceof EditConflict ? (error.theirs as Form | null) : null
    if (!row || !isSameDraft(readDraft(row.draft, title), seen)) throw error
    return { version: (await saveForm(backend, row, { draft })).version, seen: draft }
  }
}

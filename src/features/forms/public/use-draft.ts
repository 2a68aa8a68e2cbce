// Autosave: immediately to local storage, debounced to the server. One save at a time; a conflict stops it.
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Entries } from '#platform/forms/answers/entries.ts'
import { saveDraft, type FilledForm } from './form.data.ts'
import type { Filling } from './form-view.ts'
import type { QuestionSeconds } from './question-times.ts'
import { type LocalDraft, readLocalDraft, writeLocalDraft } from './local-draft.ts'
import { useHydrated } from './use-hydrated.ts'

const pauseMs = 1500

type Measured = FilledForm & { seconds: QuestionSeconds | undefined }
export type SaveState = 'none' | 'saved' | 'device' | 'elsewhere'

export function useDraft(
  view: Filling,
  sentNow: () => Measured,
  latest: RefObject<{ entries: Entries; step: string }>,
) {
  const [state, setState] = useState<SaveState>(view.isElsewhere ? 'elsewhere' : 'none')
  const isAwake = useHydrated()
  const isChange = view.change !== undefined
  const [isLocalSettled, settleLocal] = useState(false)
  /** A local draft that is not displayed yet. Read once, because new input overwrites it. */
  const found = useMemo(() => (isAwake ? readLocalDraft(view.formId) : undefined), [isAwake, view.formId])
  const isOther = found?.key !== view.fillKey && found?.link === view.link && view.revision === 0
  const local = isOther && !isChange && !isLocalSettled ? found : undefined
  const revision = useRef(view.revision)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isSaving = useRef(false)
  const uploads = useRef(0)
  const isStopped = useRef(view.isPreview === true)
  const save = useRef(async (_force?: boolean) => {})

  /** Changes are not stored on the device: the form's URL would offer them and submit them as a new submission. */
  function storeLocally(draft: Omit<LocalDraft, 'at'>) {
    if (!isChange) writeLocalDraft(view.definition, view.formId, draft)
  }

  async function saveNow(force = false) {
    if (isStopped.current || isSaving.current || uploads.current > 0 || (state === 'elsewhere' && !force)) return
    isSaving.current = true
    const { seconds, ...sent } = sentNow()
    const { step } = latest.current
    const answer = await saveDraft(view.backendKey, {
      ...sent,
      access: view.access,
      page: step,
      revision: revision.current,
      force,
    })
    isSaving.current = false
    if ('data' in answer) {
      revision.current = answer.data.revision
      storeLocally({ ...sent, step, revision: revision.current, seconds })
      setState('saved')
      // Schedules another save if entries changed during this one.
      if (latest.current.entries !== sent.entries) touched()
      return
    }
    if ('refused' in answer && answer.refused.code === 'draft_elsewhere') setState('elsewhere')
    else setState(isChange ? 'none' : 'device')
  }
  // Timers call the latest closure.
  useEffect(() => {
    save.current = saveNow
  })

  function touched() {
    if (isStopped.current) return
    const { entries, step } = latest.current
    const { key, link, version, seconds } = sentNow()
    storeLocally({
      key,
      link,
      version,
      entries,
      step,
      revision: revision.current,
      seconds,
    })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save.current(), pauseMs)
  }

  useEffect(() => {
    const online = () => void save.current()
    addEventListener('online', online)
    return () => {
      removeEventListener('online', online)
      clearTimeout(timer.current)
    }
  }, [])

  return {
    state,
    local,
    touched,
    forgetLocal: () => settleLocal(true),
    resume(draft: LocalDraft) {
      revision.current = draft.revision
      settleLocal(true)
    },
    /**
     * Saves wait for an upload, which may create the draft on the server: a concurrent first save would be a conflict.
     */
    uploading() {
      uploads.current += 1
    },
    /** `isBegun`: the draft exists on the server, whether or not this upload created it. */
    uploaded(isBegun: boolean) {
      uploads.current -= 1
      if (isBegun) revision.current = Math.max(revision.current, 1)
      touched()
    },
    saveHere: () => void save.current(true),
    stop() {
      isStopped.current = true
      clearTimeout(timer.current)
    },
  }
}

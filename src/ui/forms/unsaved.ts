// Registry of unsaved input. Forms and dialogs register here; the app's navigation guard asks before any of it is lost.
import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** The cause of an impending loss of input: link or redirect, history or address bar, or the end of the session. */
export type NavigationKind = 'link' | 'history' | 'end'

type Entry = {
  isUnsaved: (by: NavigationKind) => boolean
  /** Autosave, called instead of the confirmation; false: the save failed. */
  save?: (() => Promise<boolean>) | undefined
}

const entries = new Set<Entry>()
const unsaved = (by: NavigationKind) => [...entries].filter((entry) => entry.isUnsaved(by))

export const hasUnsaved = (by: NavigationKind) => unsaved(by).length > 0

/** Saves all unsaved input without asking. Returns false if any of it could not be saved. */
export async function saveUnsaved(by: NavigationKind): Promise<boolean> {
  for (const { save } of unsaved(by)) if (!(await save?.())) return false
  return true
}

/** Registers an entry while the component is mounted. The callbacks may change between renders. */
export function useUnsavedEntry(entry: Entry) {
  const latest = useRef(entry)
  // A layout effect: a redirect after saving is an effect of the same render.
  useLayoutEffect(() => {
    latest.current = entry
  })
  useEffect(() => {
    const registered: Entry = {
      isUnsaved: (by) => latest.current.isUnsaved(by),
      save: () => latest.current.save?.() ?? Promise.resolve(false),
    }
    entries.add(registered)
    return () => void entries.delete(registered)
  }, [])
}

/** Registers input by its known state. `save` is tried before the confirmation. */
export const useUnsaved = (isUnsaved: boolean, save?: () => Promise<boolean>) =>
  useUnsavedEntry({ isUnsaved: () => isUnsaved, save })

/**
 * Registers a form by comparing its fields with their initial values. `saved` changes with each save, `fieldsKey` on new fields.
 * Without new fields the submitted values count as saved, so that text typed during the request stays unsaved.
 */
export function useUnsavedForm(saved: unknown, fieldsKey?: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const base = useRef('')
  const sent = useRef<string>(undefined)
  useEffect(() => {
    base.current = valuesOf(form.current)
    sent.current = undefined
  }, [fieldsKey])
  useEffect(() => {
    if (sent.current !== undefined) base.current = sent.current
    sent.current = undefined
  }, [saved])
  useEffect(() => {
    const submitted = () => {
      sent.current = valuesOf(form.current)
    }
    const element = form.current
    element?.addEventListener('submit', submitted)
    return () => element?.removeEventListener('submit', submitted)
  }, [])
  useUnsavedEntry({ isUnsaved: () => form.current !== null && valuesOf(form.current) !== base.current })
  return form
}

const valuesOf = (form: HTMLFormElement | null) =>
  JSON.stringify(form ? [...new FormData(form)].map(([name, value]) => [name, value instanceof File ? '' : value]) : [])

type Question = { answer: (mayLeave: boolean) => void }
let question: Question | undefined
let guards = 0
const listeners = new Set<() => void>()

function ask(next: Question | undefined) {
  question = next
  for (const listener of listeners) listener()
}

/** Asks the user whether to discard unsaved input. True without asking if nothing is unsaved or no guard is mounted. */
export async function mayLeave(by: NavigationKind): Promise<boolean> {
  if (guards === 0 || !hasUnsaved(by) || (await saveUnsaved(by))) return true
  return confirmLoss()
}

/** Asks the user whether to discard the input of a dialog. */
export function confirmLoss(): Promise<boolean> {
  if (guards === 0) return Promise.resolve(true)
  question?.answer(false)
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      ask(undefined)
      resolve(isConfirmed)
    }
    ask({ answer })
  })
}

/** The pending confirmation, for the guard. */
export function useOpenQuestion(): Question | undefined {
  return useSyncExternalStore(subscribe, () => question)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  guards += 1
  return () => {
    listeners.delete(listener)
    guards -= 1
  }
}

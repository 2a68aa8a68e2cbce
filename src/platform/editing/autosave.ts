// Debounced autosave: saves run one at a time, with optimistic locking.
import { isDeepEqual } from '#lib/deep-equal.ts'

/** `conflict`: a concurrent save was found, and autosave stops until it is resolved. */
export type SaveState = 'saved' | 'pending' | 'saving' | 'failed' | 'conflict'

type Options<Now, Text extends keyof Now> = {
  opened: Now
  /** The key of `opened` that holds the edited content. */
  text: Text
  /** Performs one save; resolves to the other fields it changed, such as the version. */
  save: (now: Now) => Promise<Partial<Now>>
  /** Whether a save was refused because its version is stale. */
  isConflict: (error: unknown) => boolean
  /**
   * The stored content after the refusal of a stale version; undefined after other refusals, or if the row was deleted.
   */
  readStored?: (error: unknown, now: Now) => Promise<StoredText<Now, Text> | undefined>
  onFailed: (error: unknown) => void
  pauseMs?: number | undefined
}

/**
 * `accept` returns the other fields of the stored row, such as its version. It is called only for a save of this
 * editor.
 */
export type StoredText<Now, Text extends keyof Now> = { text: Now[Text]; accept: () => Partial<Now> }

export type Autosave<Now extends { saving: SaveState }, Text extends keyof Now> = ReturnType<
  typeof createAutosave<Now, Text>
>

/** Maximum number of failed saves in memory: without a network every pause adds one, with the whole document. */
const maxFailures = 50

export function createAutosave<Now extends { saving: SaveState }, Text extends keyof Now>({
  opened,
  text,
  save,
  isConflict,
  readStored,
  onFailed,
  pauseMs = 1200,
}: Options<Now, Text>) {
  let now = opened
  let lastSaved = opened[text]
  // Saves that failed on this version. Each may have been committed although its response was lost.
  let failures: { text: Now[Text]; error: unknown }[] = []
  let running: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function update(part: Partial<Now>) {
    now = { ...now, ...part }
    for (const listener of listeners) listener()
  }
  const setSaveState = (saving: SaveState) => update({ saving } as Partial<Now>)

  function settle(saved: Now[Text], part: Partial<Now>) {
    lastSaved = saved
    failures = []
    update(part)
  }

  /** The error to report; undefined if the newer version is a save of this editor whose response was lost. */
  async function unlessCommitted(refusal: unknown): Promise<unknown> {
    if (failures.length === 0) return refusal
    try {
      const stored = await readStored?.(refusal, now)
      const committed = stored && failures.find((failure) => isDeepEqual(failure.text, stored.text))
      if (!committed) return refusal
      settle(committed.text, stored.accept())
      return undefined
    } catch (error) {
      return error
    }
  }

  async function saveAll(): Promise<boolean> {
    clearTimeout(timer)
    if (now.saving === 'conflict') return false
    while (now[text] !== lastSaved) {
      const sent = now[text]
      setSaveState('saving')
      try {
        const changed = await save(now)
        settle(sent, changed)
      } catch (refusal) {
        const error = await unlessCommitted(refusal)
        if (error === undefined) continue
        const isStale = isConflict(error)
        if (!isStale) failures = [...failures.slice(1 - maxFailures), { text: sent, error }]
        setSaveState(isStale ? 'conflict' : 'failed')
        if (!isStale) onFailed(error)
        return false
      }
    }
    setSaveState('saved')
    return true
  }

  /** Saves pending edits. Concurrent calls share one promise; resolves to false on failure. */
  const saveNow = () => (running ??= saveAll().finally(() => (running = undefined)))

  return {
    read: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    save: saveNow,
    change: (part: Partial<Now[Text]>) => {
      update({ [text]: { ...now[text], ...part } } as unknown as Partial<Now>)
      if (now.saving === 'conflict') return
      if (now.saving !== 'saving') setSaveState('pending')
      clearTimeout(timer)
      timer = setTimeout(() => void saveNow(), pauseMs)
    },
    update,
    /** The most recent failed save since the last success, with the content it sent. */
    lastFailure: () => failures.at(-1),
    /** Saves the local content over the concurrent version. */
    saveOver: (theirs: Now[Text], part: Partial<Now>) => {
      settle(theirs, part)
      setSaveState('pending')
      return saveNow()
    },
    close: () => clearTimeout(timer),
  }
}

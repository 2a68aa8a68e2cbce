// Debounced autosave: saves run one at a time, with optimistic locking.

/** `conflict`: a concurrent save was found, and autosave stops until it is resolved. */
export type SaveState = 'saved' | 'pending' | 'saving' | 'failed' | 'conflict'

type Options<Now, Text extends keyof Now> = {
  opened: Now
  /** The key of `opened` that holds the edited content. */
  text: Text
  /** Performs one save; resolves to the other fields it changed, such as the version. */
  save: (now: Now) => Promise<Partial<Now>>
  /** Whether a save was refused as stale. */
  isConflict: (error: unknown) => boolean
  onFailed: (error: unknown) => void
  pauseMs?: number | undefined
}

export type Autosave<Now extends { saving: SaveState }, Text extends keyof Now> = ReturnType<
  typeof createAutosave<Now, Text>
>

export function createAutosave<Now extends { saving: SaveState }, Text extends keyof Now>({
  opened,
  text,
  save,
  isConflict,
  onFailed,
  pauseMs = 1200,
}: Options<Now, Text>) {
  let now = opened
  let lastSaved = opened[text]
  let running: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function update(part: Partial<Now>) {
    now = { ...now, ...part }
    for (const listener of listeners) listener()
  }
  const setSaveState = (saving: SaveState) => update({ saving } as Partial<Now>)

  async function saveAll(): Promise<boolean> {
    clearTimeout(timer)
    if (now.saving === 'conflict') return false
    while (now[text] !== lastSaved) {
      const sent = now[text]
      setSaveState('saving')
      try {
        const changed = await save(now)
        lastSaved = sent
        update(changed)
      } catch (error) {
        const isStale = isConflict(error)
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
    /** Saves the local content over the concurrent version. */
    saveOver: (theirs: Now[Text], part: Partial<Now>) => {
      lastSaved = theirs
      update(part)
      setSaveState('pending')
      return saveNow()
    },
    close: () => clearTimeout(timer),
  }
}

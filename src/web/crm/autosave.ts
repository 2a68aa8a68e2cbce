// What somebody writes saves itself a moment after the last change, one save after the other, over the version that was seen and no other.

/** `behind`: somebody else saved meanwhile, and nothing more is saved until it is settled what becomes of theirs. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'failed' | 'behind'

type Options<Now, Text extends keyof Now> = {
  opened: Now
  /** Under which name of `opened` stands what is written. */
  text: Text
  /** Saves once, and answers what changed by that beside the text, such as the version. */
  save: (now: Now) => Promise<Partial<Now>>
  /** Whether a save was refused because somebody else was faster. */
  isBehind: (error: unknown) => boolean
  onFailed: (error: unknown) => void
  pauseMs?: number | undefined
}

export type Autosave<Now extends { saving: Saving }, Text extends keyof Now> = ReturnType<
  typeof createAutosave<Now, Text>
>

export function createAutosave<Now extends { saving: Saving }, Text extends keyof Now>({
  opened,
  text,
  save,
  isBehind,
  onFailed,
  pauseMs = 1200,
}: Options<Now, Text>) {
  let now = opened
  let kept = opened[text]
  let running: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function tell(part: Partial<Now>) {
    now = { ...now, ...part }
    for (const listener of listeners) listener()
  }
  const become = (saving: Saving) => tell({ saving } as Partial<Now>)

  async function saveAll(): Promise<boolean> {
    clearTimeout(timer)
    if (now.saving === 'behind') return false
    while (now[text] !== kept) {
      const sent = now[text]
      become('saving')
      try {
        const changed = await save(now)
        kept = sent
        tell(changed)
      } catch (error) {
        const isLate = isBehind(error)
        become(isLate ? 'behind' : 'failed')
        if (!isLate) onFailed(error)
        return false
      }
    }
    become('saved')
    return true
  }

  /** Resolves when all that was written is saved, with whoever else waits for it; false when it could not be. */
  const saveNow = () => (running ??= saveAll().finally(() => (running = undefined)))

  return {
    read: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    save: saveNow,
    change: (part: Partial<Now[Text]>) => {
      tell({ [text]: { ...now[text], ...part } } as unknown as Partial<Now>)
      if (now.saving === 'behind') return
      if (now.saving !== 'saving') become('waiting')
      clearTimeout(timer)
      timer = setTimeout(() => void saveNow(), pauseMs)
    },
    tell,
    /** Goes on from what somebody else saved, with the text of here. */
    saveOver: (theirs: Now[Text], part: Partial<Now>) => {
      kept = theirs
      tell(part)
      become('waiting')
      return saveNow()
    },
    close: () => clearTimeout(timer),
  }
}

// Unsaved drafts in local storage, per user and record, with a TTL of two weeks.

export type Draft = { mode: string; text: string }
const ttlDays = 14
const prefix = 'note-draft:'
const keyOf = (userId: string, place: string) => `${prefix}${userId}:${place}`

type StoredDraft = Draft & { at: number }

/** The draft of this user for this record, unless expired. */
export function readDraft(userId: string, place: string, now = Date.now()): Draft | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(userId, place)) ?? 'null') as Partial<StoredDraft> | null
    if (typeof stored?.text !== 'string' || typeof stored.mode !== 'string' || !isFresh(stored, now)) return undefined
    return { mode: stored.mode, text: stored.text }
  } catch {
    return undefined
  }
}

/** Stores a draft; an empty text removes it. Returns whether it was stored. */
export function storeDraft(userId: string, place: string, draft: Draft, now = Date.now()): boolean {
  try {
    removeExpired(now)
    if (!draft.text.trim()) localStorage.removeItem(keyOf(userId, place))
    else localStorage.setItem(keyOf(userId, place), JSON.stringify({ ...draft, at: now } satisfies StoredDraft))
    return draft.text.trim() !== ''
  } catch {
    // Local storage is unavailable: the text exists only in the field.
    return false
  }
}

/** Deletes a draft after a successful save, even if the page was left before the response. Text typed since then remains a draft. */
export function removeSentDraft(userId: string, place: string, sent: string): void {
  if (readDraft(userId, place)?.text === sent) storeDraft(userId, place, { mode: '', text: '' })
}

const isFresh = ({ at }: Partial<StoredDraft>, now: number) => typeof at === 'number' && now - at < ttlDays * 86_400_000

function removeExpired(now: number) {
  const old = Object.keys(localStorage).filter((key) => {
    if (!key.startsWith(prefix)) return false
    return !isFresh(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<StoredDraft>, now)
  })
  for (const key of old) localStorage.removeItem(key)
}

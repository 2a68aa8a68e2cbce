// What was begun and not saved, kept in this browser for the person who began it. Two weeks later nobody misses it.

export type Draft = { mode: string; text: string }
const keptDays = 14
const prefix = 'note-draft:'
const keyOf = (userId: string, place: string) => `${prefix}${userId}:${place}`

type Kept = Draft & { at: number }

/** The draft of this person at this place, if there is one that is not too old. */
export function readDraft(userId: string, place: string, now = Date.now()): Draft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(userId, place)) ?? 'null') as Partial<Kept> | null
    if (typeof kept?.text !== 'string' || typeof kept.mode !== 'string' || !isFresh(kept, now)) return undefined
    return { mode: kept.mode, text: kept.text }
  } catch {
    return undefined
  }
}

/** Keeps what is typed; nothing typed is nothing kept. Answers whether it is kept. */
export function keepDraft(userId: string, place: string, draft: Draft, now = Date.now()): boolean {
  try {
    forgetOld(now)
    if (!draft.text.trim()) localStorage.removeItem(keyOf(userId, place))
    else localStorage.setItem(keyOf(userId, place), JSON.stringify({ ...draft, at: now } satisfies Kept))
    return draft.text.trim() !== ''
  } catch {
    // A browser that keeps nothing: the words stand in the field until the page is left.
    return false
  }
}

/** What was sent is a draft no longer, also when it was left before the answer came. Words that were typed since stay. */
export function forgetSentDraft(userId: string, place: string, sent: string): void {
  if (readDraft(userId, place)?.text === sent) keepDraft(userId, place, { mode: '', text: '' })
}

const isFresh = ({ at }: Partial<Kept>, now: number) => typeof at === 'number' && now - at < keptDays * 86_400_000

function forgetOld(now: number) {
  const old = Object.keys(localStorage).filter((key) => {
    if (!key.startsWith(prefix)) return false
    return !isFresh(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Kept>, now)
  })
  for (const key of old) localStorage.removeItem(key)
}

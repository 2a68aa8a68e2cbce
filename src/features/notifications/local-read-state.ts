// Read and deleted states of derived notifications, in local storage.
import type { LocalReadState } from './derived-notices.ts'

const keyOf = (userId: string) => `notices-handled:${userId}`
/** Fallback where local storage is unavailable. */
const inMemory = new Map<string, LocalReadState>()

function readState(userId: string): LocalReadState {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}')
    return Object.fromEntries(
      Object.entries(Object(stored) as object).filter(([, what]) => what === 'read' || what === 'deleted'),
    ) as LocalReadState
  } catch {
    return inMemory.get(userId) ?? {}
  }
}

export const updateLocalState = (userId: string, added: LocalReadState) =>
  write(userId, { ...readState(userId), ...added })

/** Prunes states whose ids are not in `derivedIds`, the ids of all current notifications, and returns the rest. */
export function pruneLocalState(userId: string, derivedIds: readonly string[]): LocalReadState {
  const before = readState(userId)
  // An empty list may also result from an expired token, so nothing is pruned.
  if (derivedIds.length === 0) return before
  const remaining = Object.fromEntries(
    Object.entries(before).filter(([id]) => derivedIds.includes(id)),
  ) as LocalReadState
  if (Object.keys(remaining).length < Object.keys(before).length) write(userId, remaining)
  return remaining
}

function write(userId: string, state: LocalReadState) {
  inMemory.set(userId, state)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(state))
  } catch {
    // Storage is full or blocked: the in-memory copy lasts until the page is closed.
  }
}

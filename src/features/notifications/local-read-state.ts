// Read and deleted states of derived notices, in local storage.
import type { LocalState } from './derived-notices.ts'

const keyOf = (userId: string) => `notices-handled:${userId}`
/** Fallback where local storage is unavailable. */
const unkept = new Map<string, LocalState>()

function readHandled(userId: string): LocalState {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}')
    return Object.fromEntries(
      Object.entries(Object(stored) as object).filter(([, what]) => what === 'read' || what === 'deleted'),
    ) as LocalState
  } catch {
    return unkept.get(userId) ?? {}
  }
}

export const updateLocalState = (userId: string, added: LocalState) =>
  keep(userId, { ...readHandled(userId), ...added })

/** Prunes the state of notices that are no longer derived, and returns the rest. `made` holds the ids of all current ones. */
export function pruneLocalState(userId: string, made: readonly string[]): LocalState {
  const before = readHandled(userId)
  // An empty list may also result from an expired token, so nothing is pruned.
  if (made.length === 0) return before
  const left = Object.fromEntries(Object.entries(before).filter(([id]) => made.includes(id))) as LocalState
  if (Object.keys(left).length < Object.keys(before).length) keep(userId, left)
  return left
}

function keep(userId: string, handled: LocalState) {
  unkept.set(userId, handled)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(handled))
  } catch {
    // Storage is full or blocked: the in-memory copy lasts until the page is closed.
  }
}

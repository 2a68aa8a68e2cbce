// The browser's memory of what was done with generated notices.
import type { Handled } from './generated.ts'

const keyOf = (userId: string) => `notices-handled:${userId}`
/** Stands in where the browser keeps nothing. */
const unkept = new Map<string, Handled>()

function readHandled(userId: string): Handled {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}')
    return Object.fromEntries(
      Object.entries(Object(stored) as object).filter(([, what]) => what === 'read' || what === 'deleted'),
    ) as Handled
  } catch {
    return unkept.get(userId) ?? {}
  }
}

export const addHandled = (userId: string, added: Handled) => keep(userId, { ...readHandled(userId), ...added })

/** Forgets what no task makes a notice of any more, and answers what is left. `made` are the ids of all that are made now. */
export function stillHandled(userId: string, made: readonly string[]): Handled {
  const before = readHandled(userId)
  // Nothing made may also mean that we were not let in: then nothing is forgotten.
  if (made.length === 0) return before
  const left = Object.fromEntries(Object.entries(before).filter(([id]) => made.includes(id))) as Handled
  if (Object.keys(left).length < Object.keys(before).length) keep(userId, left)
  return left
}

function keep(userId: string, handled: Handled) {
  unkept.set(userId, handled)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(handled))
  } catch {
    // It holds until the page is left.
  }
}

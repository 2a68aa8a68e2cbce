// What can still be taken back. It outlives the toast that offered it: only one toast stands at a time (spec §9).

/** `undo` puts things back as they were and refreshes what is shown; `explain` finds the words for why it could not. */
export type Undoable = { title: string; undo: () => Promise<void>; explain?: (error: unknown) => string }
export type Undo = Undoable & { id: number; at: number }

/** Thrown by an `undo` that can never succeed any more, with a sentence for the person: the action then leaves the stack. */
export class TooLateToUndo extends Error {}

export type Outcome = { undo: Undo; failure?: unknown }

/** The undo stack of product 00 §5: the last twenty actions. */
export const undoDepth = 20

/** Undos run one after another in the order they were asked for, so that two of the same record never meet. */
export function createUndoStack(now: () => number = Date.now) {
  let stack: readonly Undo[] = []
  let running: Promise<unknown> = Promise.resolve()
  let lastId = 0
  const asked = new Set<number>()
  const listeners = new Set<() => void>()

  function become(next: readonly Undo[]) {
    stack = next
    for (const listener of listeners) listener()
  }

  async function run(wanted: Undo): Promise<Outcome> {
    const drop = () => become(stack.filter(({ id }) => id !== wanted.id))
    try {
      await wanted.undo()
      drop()
      return { undo: wanted }
    } catch (failure) {
      if (failure instanceof TooLateToUndo) drop()
      return { undo: wanted, failure }
    } finally {
      asked.delete(wanted.id)
    }
  }

  function take(wanted: Undo | undefined): Promise<Outcome | undefined> {
    if (!wanted) return Promise.resolve(undefined)
    asked.add(wanted.id)
    const outcome = running.then(() => (stack.includes(wanted) ? run(wanted) : undefined))
    running = outcome
    return outcome
  }

  return {
    /** The newest first. */
    read: () => stack,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Answers the number by which this very action can be taken back later. */
    push(undoable: Undoable): number {
      const undo = { ...undoable, id: (lastId += 1), at: now() }
      become([undo, ...stack].slice(0, undoDepth))
      return undo.id
    },
    /** Takes back one action, or with no id the newest that nobody has asked for yet. A failing one stays. Undefined: there was none. */
    takeBack: (id?: number) =>
      take(stack.find((undo) => (id === undefined ? !asked.has(undo.id) : undo.id === id && !asked.has(id)))),
    /** Another person has sat down, or nobody. */
    clear: () => become([]),
  }
}

// The undo stack. It outlives the toast that offered an undo: only one toast is shown at a time (spec §9).

/**
 * `undo` reverts the action and refreshes the screen. `undone` is the message after it, where the title alone would read as a new action.
 * `explain` turns a failure into a message.
 */
export type Undoable = {
  title: string
  undo: () => Promise<void>
  undone?: string
  explain?: (error: unknown) => string
}
export type Undo = Undoable & { id: number; at: number }

/** Thrown by an `undo` that can never succeed, with a message for the user. Removes the action from the stack. */
export class TooLateToUndo extends Error {}

export type Outcome = { undo: Undo; failure?: unknown }

/** The undo stack of product 00 §5: the last twenty actions. */
export const undoDepth = 20

/** Undos run sequentially in request order, so that two undos of the same record never overlap. */
export function createUndoStack(now: () => number = Date.now) {
  let stack: readonly Undo[] = []
  let running: Promise<unknown> = Promise.resolve()
  let lastId = 0
  const requested = new Set<number>()
  const listeners = new Set<() => void>()

  function publish(next: readonly Undo[]) {
    stack = next
    for (const listener of listeners) listener()
  }

  async function run(target: Undo): Promise<Outcome> {
    const drop = () => publish(stack.filter(({ id }) => id !== target.id))
    try {
      await target.undo()
      drop()
      return { undo: target }
    } catch (failure) {
      if (failure instanceof TooLateToUndo) drop()
      return { undo: target, failure }
    } finally {
      requested.delete(target.id)
    }
  }

  function enqueueUndo(target: Undo | undefined): Promise<Outcome | undefined> {
    if (!target) return Promise.resolve(undefined)
    requested.add(target.id)
    const outcome = running.then(() => (stack.includes(target) ? run(target) : undefined))
    running = outcome
    return outcome
  }

  return {
    /** The undoable actions, newest first. */
    read: () => stack,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Returns the id for undoing this action later. */
    push(undoable: Undoable): number {
      const undo = { ...undoable, id: (lastId += 1), at: now() }
      publish([undo, ...stack].slice(0, undoDepth))
      return undo.id
    },
    /**
     * Undoes the action with this id, or the newest action that is not being undone. A failed action stays. Returns
     * undefined if there is none.
     */
    undoAction: (id?: number) =>
      enqueueUndo(
        stack.find((undo) => (id === undefined ? !requested.has(undo.id) : undo.id === id && !requested.has(id))),
      ),
    /** Clears the stack. Call it on sign-out or a change of user. */
    clear: () => publish([]),
  }
}

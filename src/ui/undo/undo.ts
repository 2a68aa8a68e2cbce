// One undo stack for the whole app: an action of one screen can be undone from another.
import { useEffect, useSyncExternalStore } from 'react'
import { toast } from '../toast/toast.tsx'
import { createUndoStack, type Outcome, TooLateToUndo, type Undo, type Undoable } from './undo-stack.ts'
import { isDialogOpen } from '../layers/is-dialog-open.ts'

export { TooLateToUndo } from './undo-stack.ts'

const stack = createUndoStack()

/** Confirms an action and offers its undo: in the toast, by Ctrl+Z, and in the list of recent actions. */
export function offerUndo(undoable: Undoable): void {
  const id = stack.push(undoable)
  toast.success(undoable.title, { action: { text: 'ביטול הפעולה', run: () => void undoAction(id) } })
}

/** Undoes one action, or the newest, and shows the result. */
export async function undoAction(id?: number): Promise<void> {
  const outcome = await stack.undoAction(id)
  if (outcome) showOutcome(outcome)
}

/** Users sharing a computer cannot undo each other's actions. */
export const clearUndos = (): void => stack.clear()

/** Undoable actions, newest first. */
export const useUndos = (): readonly Undo[] => useSyncExternalStore(stack.subscribe, stack.read)

function showOutcome(outcome: Outcome) {
  const { title, undone, explain } = outcome.undo
  if (!('failure' in outcome)) return void toast.info(undone ?? title, { title: 'הפעולה בוטלה' })
  const { failure } = outcome
  if (failure instanceof TooLateToUndo) return void toast.error(failure.message, { title: 'אי אפשר לבטל כבר' })
  toast.error(explain?.(failure) ?? 'הביטול לא הצליח. אפשר לנסות שוב', { title: `לא בוטל: ${title}` })
}

/** Ctrl+Z undoes the newest action, except in a text field or while a dialog is open. */
export function useUndoKey() {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || !isUndoKey(event)) return
      if (isTextField(event.target) || isDialogOpen() || stack.read().length === 0) return
      event.preventDefault()
      void undoAction()
    }
    // Registered on window, because an editor with a separate undo history listens on document and must run first.
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

type KeyPress = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Compares the key code, because the Z key types ז on a Hebrew layout. */
export const isUndoKey = ({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean =>
  code === 'KeyZ' && (ctrlKey || metaKey) && !altKey && !shiftKey

const isTextField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]',
  ) !== null
